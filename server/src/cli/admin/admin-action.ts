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
