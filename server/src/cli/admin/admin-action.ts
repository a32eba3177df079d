import type { OperatorAction } from '@baiqicha/contract/desk/audit'
import type { PictureFiles } from '../../platform/uploads/picture-files.ts'
import type { AdminServices } from './admin-services.ts'

/** Arguments and surroundings of one command. */
export type AdminCall = {
  /** Words after the name, as many as the usage has. */
  operands: readonly string[]
  /** The trimmed value of an option; null: absent or empty. */
  option: (name: string) => string | null
  flag: (name: string) => boolean
  /** The reason of the step. @throws AdminRefused when it is absent */
  reason: () => string
  /** As in `cli:zhang`. */
  operator: string
  services: AdminServices
  /** Where uploaded images are stored. */
  files: PictureFiles
  /** Prints one line; control and bidirectional characters are escaped. */
  print: (line: string) => void
}

/** One command of `npm run admin`. */
export type AdminAction = {
  /** The first two words. `list` may be left out. */
  name: `${string} ${string}`
  /**
   * The arguments that it accepts, each form on its own line: words such as `<编号>` first, then options such as `--reason <理由>`
   * and flags such as `--dry-run`. Absent: none.
   */
  usage?: readonly string[]
  /** What it does, for the help; each entry on its own line. */
  help: readonly string[]
  /** Row in the audit of operators; absent: it only reads. */
  audit?: OperatorAction
  /** @throws AdminRefused with a sentence for the operator */
  run(call: AdminCall): Promise<void>
}

/** What the help says about one command. */
type HelpRow = Pick<AdminAction, 'usage' | 'help'> & { name: string }

/** Column at which the explanations begin. */
const COLUMN = 44

const widthOf = (text: string) => Array.from(text).reduce((width, one) => width + (one > '\u2e7f' ? 2 : 1), 0)

const nameOf = ({ name }: HelpRow) => name.replace(/ list$/, ' [list]')

function linesOf(action: HelpRow): string[] {
  const { usage: forms = [''] } = action
  const commands = forms.map((usage) => `  ${nameOf(action)} ${usage}`.trimEnd())
  const last = commands.at(-1) ?? ''
  const [first = '', ...more] = action.help
  const indented = more.map((line) => ' '.repeat(COLUMN) + line)
  if (widthOf(last) > COLUMN - 2) return [...commands, ' '.repeat(COLUMN) + first, ...indented]
  return [...commands.slice(0, -1), last + ' '.repeat(COLUMN - widthOf(last)) + first, ...indented]
}

/** The help of `npm run admin`, from the list of actions. */
export const adminHelp = (actions: readonly HelpRow[]) =>
  `用法：npm run admin -- <事项> [步骤] [选项]

${actions.flatMap(linesOf).join('\n')}

DATA_DIR、DATABASE_URL、FILES_URL 应与服务一致，服务可同时运行，restore 除外。说明见 docs/operators.md。`

/** Commands about the store as a whole. They open it themselves: a backup migrates nothing, a restoration needs no store. */
export const storeCommands: readonly HelpRow[] = [
  {
    name: 'backup',
    usage: ['<目录> [--key <文件>]'],
    help: ['备份数据库、图片与用户行为事件，密钥另存于 <目录>.key；服务可同时运行'],
  },
  {
    name: 'restore',
    usage: ['<目录> [--key <文件>] [--replace]'],
    help: ['从备份恢复，须先停止服务；--replace 替换已有的全部数据'],
  },
]
