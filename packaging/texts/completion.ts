/** Writes completions for bash, zsh and fish (`rollcall completion`), from the same table as --help. */
import { commandTable, flagTable, shells } from '../../src/app/cli/flags.ts';

const commands = commandTable.map(({ name }) => name);
const places = ['program', ...commands] as const;

/** The flags that go with a command, or with the program itself. */
function flagsIn(place: (typeof places)[number]): readonly (typeof flagTable)[number][] {
  return flagTable.filter((flag) => (flag.in as readonly string[]).includes(place));
}

function flagWords(place: (typeof places)[number]): string {
  return flagsIn(place)
    .map(({ name }) => `--${name}`)
    .join(' ');
}
const takers = flagTable.flatMap((flag) => ('takes' in flag ? [`--${flag.name}`] : []));

export function completionFor(shell: (typeof shells)[number]): string {
  return { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion }[shell]();
}

function bashCompletion(): string {
  return `# Completes rollcall's flags and commands in bash.
_rollcall() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD - 1]}
  COMPREPLY=()
  case $before in
    ${takers.join(' | ')}) return ;;
  esac
  # No word has a blank in it, and mapfile is not in bash 3.2.
  if [[ $word == -* ]]; then
    local flags
    case \${COMP_WORDS[1]} in
${commands.map((name) => `      ${name}) flags='${flagWords(name)}' ;;`).join('\n')}
      *) flags='${flagWords('program')}' ;;
    esac
    COMPREPLY=($(compgen -W "$flags" -- "$word"))
  elif [[ $before == completion ]]; then
    COMPREPLY=($(compgen -W '${shells.join(' ')}' -- "$word"))
  elif [[ \${COMP_WORDS[1]} == api && $before != */* ]]; then
    # The paths come from a service: no word of them is expanded.
    local path
    while IFS= read -r path; do
      [[ $path == "$word"* ]] && COMPREPLY+=("$path")
    done < <(rollcall completion paths 2>/dev/null)
  elif ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W '${commands.join(' ')}' -- "$word"))
  fi
}
complete -F _rollcall rollcall
`;
}

function zshCompletion(): string {
  const spec = (flag: (typeof flagTable)[number]): string => {
    const value = 'takes' in flag ? `:${flag.takes.toLowerCase().replace('|', ' or ')}: ` : '';
    return `    '--${flag.name}[${inZsh(flag.does)}]${value}'`;
  };
  const specs = (place: (typeof places)[number]): string => flagsIn(place).map(spec).join('\n');
  const words = commandTable.map(({ name, does }) => `${name}\\:"${inZsh(does)}"`).join(' ');
  return `#compdef rollcall
# Completes rollcall's flags and commands in zsh.
# A command comes first, or not at all.
local first='1:command: '
((CURRENT == 2)) && first='1:command:((${words}))'
[[ $words[2] == completion ]] && first='*:shell:(${shells.join(' ')})'
[[ $words[2] == api ]] && first="*:path:($(rollcall completion paths 2>/dev/null))"
local -a flags
case $words[2] in
${commands.map((name) => `  ${name}) flags=(\n${specs(name)}\n  ) ;;`).join('\n')}
  *) flags=(\n${specs('program')}\n  ) ;;
esac
_arguments $flags "$first"
`;
}

function inZsh(text: string): string {
  return text.replaceAll("'", "'\\''").replace(/[[\]:]/g, String.raw`\$&`);
}

function fishCompletion(): string {
  const others = `not __fish_seen_subcommand_from ${commands.join(' ')}`;
  const flagLines = places.flatMap((place) => {
    const isHere = place === 'program' ? others : `__fish_seen_subcommand_from ${place}`;
    return flagsIn(place).map(
      (flag) =>
        `complete -c rollcall -n '${isHere}' -l ${flag.name} ${'takes' in flag ? '-x ' : ''}-d ${inFish(flag.does)}`,
    );
  });
  // A command comes first, or not at all: after the program's name alone.
  const isFirst = "'test (count (commandline -opc)) -eq 1'";
  const commandLines = commandTable.map(
    ({ name, does }) => `complete -c rollcall -n ${isFirst} -a ${name} -d ${inFish(does)}`,
  );
  return [
    "# Completes rollcall's flags and commands in fish.",
    'complete -c rollcall -f',
    ...commandLines,
    `complete -c rollcall -n '__fish_seen_subcommand_from completion' -a '${shells.join(' ')}'`,
    "complete -c rollcall -n '__fish_seen_subcommand_from api' -a '(rollcall completion paths 2>/dev/null)'",
    ...flagLines,
    '',
  ].join('\n');
}

function inFish(text: string): string {
  return `'${text.replaceAll('\\', String.raw`\\`).replaceAll("'", String.raw`\'`)}'`;
}
