import { Argument, Command } from 'commander';

/** Scripts that complete the command line, by the shell that runs them. They ask the program for the words. */
const SCRIPTS = {
  bash: `_trawl() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen -W "$(trawl completion words -- "\${COMP_WORDS[@]:1:COMP_CWORD-1}" 2>/dev/null)" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _trawl trawl
`,
  zsh: `#compdef trawl
_trawl() {
  local -a words_of_trawl
  words_of_trawl=("\${(@f)$(trawl completion words -- "\${(@)words[2,CURRENT-1]}" 2>/dev/null)}")
  compadd -a words_of_trawl || _files
}
compdef _trawl trawl
`,
  fish: `function __trawl_words
  set -l given (commandline -opc)
  trawl completion words -- $given[2..-1] 2>/dev/null
end
complete -c trawl -f -a '(__trawl_words)'
`,
} as const;

/** The command \`completion\`: prints the script for a shell. */
export function completionCommand(root: () => Command, print: (text: string) => Promise<void>): Command {
  const command = new Command('completion')
    .summary('Print the script that completes commands and flags in a shell')
    .description('Prints the script that completes commands and flags in a shell.')
    .addArgument(new Argument('<shell>', 'The shell.').choices(['bash', 'zsh', 'fish', 'words']))
    .argument('[given...]', 'For the scripts: what stands on the line.')
    .addHelpText(
      'after',
      '\nExamples:\n  trawl completion bash >> ~/.bashrc\n  trawl completion fish > ~/.config/fish/completions/trawl.fish',
    );
  return command.action(async (shell: keyof typeof SCRIPTS | 'words', given: readonly string[]) => {
    await print(shell === 'words' ? `${wordsAfter(root(), given).join('\n')}\n` : SCRIPTS[shell]);
  });
}

/** The commands and flags that may come next. */
function wordsAfter(root: Command, given: readonly string[]): string[] {
  let here = root;
  for (const word of given) here = here.commands.find((command) => command.name() === word) ?? here;
  const last = here.options.find(({ long, short }) => long === given.at(-1) || short === given.at(-1));
  if (last?.required) return last.argChoices ?? [];
  return [...here.commands.map((command) => command.name()), ...here.options.flatMap(({ long }) => long ?? [])];
}
