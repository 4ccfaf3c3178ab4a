import { Argument, Command } from 'commander'
import { terminal } from './terminal.ts'

/** `tijdig completion`: a script that a shell sources at its start, to complete the names of commands and options. */
export function completionCommand(program: Command): Command {
  return new Command('completion')
    .description('print a script that completes commands in bash or zsh')
    .addArgument(new Argument('<shell>', 'which sources it: source <(tijdig completion bash)').choices(['bash', 'zsh']))
    .helpGroup('Run it:')
    .action((shell: string) => void terminal().stdout.write(`${completionScript(program, shell)}\n`))
}

function completionScript(program: Command, shell: string): string {
  const cases = linesOf(program, program.name())
  // Words of the line that are no options, up to the one being typed, name the command.
  const script = `_tijdig() {
  local word line=""
  for word in "\${COMP_WORDS[@]:0:COMP_CWORD}"; do [[ $word == -* ]] || line="$line $word"; done
  case "\${line# }" in
${cases.join('\n')}
  *) return ;;
  esac
}
complete -o default -F _tijdig tijdig`
  return shell === 'bash' ? script : `autoload -U +X bashcompinit && bashcompinit\n${script}`
}

function linesOf(command: Command, name: string): string[] {
  const options = ['--help', ...command.options.flatMap(({ long }) => long ?? [])]
  const words = [...command.commands.map((one) => one.name()), ...options].join(' ')
  const own = `  "${name}") COMPREPLY=($(compgen -W "${words}" -- "\${COMP_WORDS[COMP_CWORD]}")) ;;`
  return [own, ...command.commands.flatMap((one) => linesOf(one, `${name} ${one.name()}`))]
}
