import { parseArgs } from 'node:util'
import type { Clock } from '../../domain/clock.ts'
import type { OpenDatabase } from '../../platform/database/open-database.ts'
import { escapeForTerminal } from '../../platform/log/escape.ts'
import type { PictureFiles } from '../../platform/uploads/picture-files.ts'
import type { HiddenNumbers } from '../../records/hidden-numbers.ts'
import { adminActions } from './actions.ts'
import type { AdminAction, AdminCall } from './admin-action.ts'
import { adminHelp } from './admin-help.ts'
import { AdminRefused } from './admin-refused.ts'
import { type AdminServices, createAdminServices } from './admin-services.ts'
import { storeCommands } from './store-commands.ts'

type AdminDeps = {
  database: OpenDatabase
  tracking: Parameters<typeof createAdminServices>[0]['tracking']
  clock: Clock
  readProbes: Parameters<typeof createAdminServices>[0]['readProbes']
  hiddenNumbers: HiddenNumbers
  hmac?: NonNullable<Parameters<typeof createAdminServices>[0]['hmac']>
  backups?: NonNullable<Parameters<typeof createAdminServices>[0]['backups']>
  updateUrl?: string | undefined
  uploads?: NonNullable<Parameters<typeof createAdminServices>[0]['uploads']>
  /** Where uploaded images are stored. */
  files: PictureFiles
  /** As in `cli:zhang`. */
  operator: string
  /** Hosts that published banners and notices may open. */
  jumpHosts?: readonly string[]
  print: (line: string) => void
  /** Tests observe the services. */
  services?: AdminServices
}

const misused = () => new AdminRefused(adminHelp([...adminActions, ...storeCommands]))

/** The action that the words name, and the words after the name. `list` may be left out. */
function findAction([first = '', ...words]: readonly string[]): { action: AdminAction; args: string[] } {
  const named = adminActions.find(({ name }) => name === `${first} ${words[0]}`)
  if (named !== undefined) return { action: named, args: words.slice(1) }
  const list = adminActions.find(({ name }) => name === `${first} list`)
  if (list === undefined || (words[0] !== undefined && !words[0].startsWith('-'))) throw misused()
  return { action: list, args: words }
}

type Arguments = { values: Record<string, unknown>; positionals: string[] }

function readArguments({ operands, options = [], flags = [] }: AdminAction, args: string[]): Arguments {
  try {
    const { values, positionals }: Arguments = parseArgs({
      args,
      allowPositionals: true,
      options: Object.fromEntries([
        ...options.map((name) => [name, { type: 'string' as const }] as const),
        ...flags.map((name) => [name, { type: 'boolean' as const }] as const),
      ]),
    })
    if (positionals.length === operands) return { values, positionals }
  } catch {
    // An unknown option, or one without its value.
  }
  throw misused()
}

/** Runs one `npm run admin` command. @throws AdminRefused with a sentence for the operator */
export async function runAdmin(words: readonly string[], deps: AdminDeps): Promise<void> {
  const { action, args } = findAction(words)
  const { values, positionals } = readArguments(action, args)
  const option = (name: string) => {
    const value = values[name]
    return typeof value === 'string' ? value.trim() || null : null
  }
  const call: AdminCall = {
    operands: positionals,
    option,
    reason() {
      const reason = option('reason')
      if (reason === null) throw new AdminRefused('须用 --reason 说明理由。')
      return reason
    },
    flag: (name) => values[name] === true,
    operator: deps.operator,
    services: deps.services ?? createAdminServices(deps),
    files: deps.files,
    print: (line) => deps.print(escapeForTerminal(line)),
  }
  await action.run(call)
}
