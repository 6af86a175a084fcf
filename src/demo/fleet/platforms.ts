/** The operating systems of the demo's fleet, and their versions. */

export interface Platform {
  readonly platformType: string;
  readonly osVersions: readonly [string, ...string[]];
}

export const WINDOWS: Platform = {
  platformType: 'Windows',
  osVersions: ['10.0.19045.5131', '10.0.22631.4460', '10.0.26100.2314', '10.0.17763.6532'],
};

export const MACOS: Platform = { platformType: 'macOS', osVersions: ['13.7.1', '14.7.1', '15.1', '12.7.6'] };

export const DEBIAN: Platform = {
  platformType: 'Linux',
  osVersions: ['Debian GNU/Linux 11 (bullseye)', 'Debian GNU/Linux 12 (bookworm)', 'Debian GNU/Linux 13 (trixie)'],
};

export const SERVER_LINUX: Platform = {
  platformType: 'Linux',
  osVersions: ['Ubuntu 20.04.6 LTS', 'Ubuntu 22.04.5 LTS', 'Ubuntu 24.04.1 LTS', 'Rocky Linux 9.4 (Blue Onyx)'],
};

export const EMBEDDED_LINUX: Platform = {
  platformType: 'Linux',
  osVersions: ['Yocto 4.0.21 (kirkstone)', 'Yocto 3.1.33 (dunfell)', 'OpenWrt 23.05.5', ''],
};

export const HANDHELD: Platform = { platformType: 'Android', osVersions: ['11', '13', '14'] };
