/** The addresses that a profile's token command was accepted for, by their origin: as stored tokens are found. */
import { readBaseUrl } from '../../../api/address.ts';
import type { Profile } from './settings-file.ts';

/** The profile's own address is accepted with the command until others are named. */
function addressesOf({ tokenCommandFor, baseUrl }: Profile): readonly string[] {
  return tokenCommandFor ?? (baseUrl === undefined ? [] : [baseUrl]);
}

/** May the command run for this normalised address? An unreadable one among the accepted counts for none. */
export function isAcceptedFor(profile: Profile, baseUrl: string): boolean {
  const { origin } = new URL(baseUrl);
  return addressesOf(profile).some((one) => {
    const read = readBaseUrl(one);
    return read.ok && new URL(read.baseUrl).origin === origin;
  });
}

/** The profile whose command is accepted for this address, too. */
export function withAccepted(profile: Profile, baseUrl: string): Profile {
  if (isAcceptedFor(profile, baseUrl)) return profile;
  return { ...profile, tokenCommandFor: [...addressesOf(profile), baseUrl] };
}

/** The profile at another address, to which its command does not follow. */
export function withBaseUrl(profile: Profile, baseUrl: string): Profile {
  const isFollowed = profile.tokenCommand === undefined || isAcceptedFor(profile, baseUrl);
  return { ...profile, baseUrl, ...(!isFollowed && { tokenCommandFor: addressesOf(profile) }) };
}

/** The profile with another command, which is accepted for this address alone. */
export function withCommand(profile: Profile, tokenCommand: string, baseUrl: string): Profile {
  const next = { ...profile, tokenCommand, tokenCommandFor: undefined };
  return isAcceptedFor(next, baseUrl) ? next : { ...next, tokenCommandFor: [baseUrl] };
}
