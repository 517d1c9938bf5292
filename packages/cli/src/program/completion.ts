import { Argument, Command, type Option } from 'commander';

/** Scripts that complete the command line, by the shell that runs them. They ask the program for the words. */
const SCRIPTS = {
  bash: `_trawl() {
  local IFS=$'\\n' word=\${COMP_WORDS[COMP_CWORD]}
  [ "$word" = = ] && word=
  COMPREPLY=($(compgen -W "$(trawl completion-words -- "\${COMP_WORDS[@]:1:COMP_CWORD-1}" 2>/dev/null | cut -f 1)" -- "$word"))
}
complete -o default -F _trawl trawl
`,
  zsh: `#compdef trawl
_trawl() {
  local -a lines words_of_trawl
  lines=("\${(@f)$(trawl completion-words -- "\${(@)words[2,CURRENT-1]}" 2>/dev/null)}")
  words_of_trawl=("\${(@)\${(@)lines//:/\\\\:}/$'\\t'/:}")
  if [[ -n $lines ]]; then _describe trawl words_of_trawl; else _files; fi
}
if [[ $funcstack[1] = _trawl ]]; then _trawl "$@"; else compdef _trawl trawl; fi
`,
  fish: `function __trawl_words
  set -l given (commandline -opc)
  set -l words (trawl completion-words -- $given[2..-1] 2>/dev/null)
  if test (count $words) -gt 0
    printf '%s\\n' $words
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c trawl -f -a '(__trawl_words)'
`,
} as const;

/** The command \`completion\`: prints the script for a shell. */
export function completionCommand(print: (text: string) => Promise<void>): Command {
  return new Command('completion')
    .summary('Print the completion script of a shell')
    .description('Prints the script that completes commands and flags in a shell.')
    .addArgument(new Argument('<shell>', 'The shell.').choices(Object.keys(SCRIPTS)))
    .helpOption('-h, --help', 'Print this.')
    .addHelpText(
      'after',
      '\nExamples:\n  trawl completion bash >> ~/.bashrc\n  trawl completion fish > ~/.config/fish/completions/trawl.fish',
    )
    .action((shell: keyof typeof SCRIPTS) => print(SCRIPTS[shell]));
}

/** The command that the scripts call. It prints the words that may come next, each with a tab and what it is. */
export function completionWordsCommand(
  root: (words: readonly string[]) => Command,
  print: (text: string) => Promise<void>,
): Command {
  return new Command('completion-words')
    .argument('[given...]', 'What stands on the line before.')
    .action((args: readonly string[]) =>
      print(
        wordsAfter(root(args), args)
          .map(([word, text = '']) => `${word}\t${text}\n`)
          .join(''),
      ),
    );
}

type Word = readonly [word: string, text?: string];

/** Returns no words where a file or a text of the user comes next. */
function wordsAfter(root: Command, args: readonly string[]): Word[] {
  // Bash takes the two sides of --flag=value apart. Behind `help` stands what it is asked about.
  const words = args.filter((word, index) => word !== '=' && (index > 0 || word !== 'help'));
  let here = root;
  for (const word of words) here = here.commands.find((command) => command.name() === word) ?? here;
  const last = here.options.find(({ long, short }) => long === words.at(-1) || short === words.at(-1));
  if (last?.required) return (last.argChoices ?? []).map((choice) => [choice]);
  const names = here.createHelp().visibleCommands(here);
  const choices = here.registeredArguments.flatMap(({ argChoices = [] }) => argChoices);
  return [
    ...names.map((command): Word => [command.name(), command.summary()]),
    ...choices.map((choice): Word => [choice]),
    ...here.options.flatMap(wordOf),
  ];
}

const wordOf = ({ long, description }: Option): Word[] => (long ? [[long, description]] : []);
