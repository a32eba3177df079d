import { parseArgs } from 'node:util'
import { ImportRefused } from '../../importers/input/import-refused.ts'
import { escapeForTerminal } from '../../platform/log/logger.ts'
import { type AdminAction, type AdminCall, adminHelp, storeCommands } from './admin-action.ts'
import { AdminRefused } from './admin-refused.ts'
import { type AdminServices, type AdminServicesDeps, createAdminServices } from './admin-services.ts'
import { agreementCommands } from './agreements.ts'
import { alertCommands } from './alerts.ts'
import { companyActions, inclusionActions, updateActions } from './companies.ts'
import { contactActions, contentActions } from './content.ts'
import { correctionActions } from './corrections.ts'
import { feedbackActions } from './feedback.ts'
import { importActions, sourceCommands } from './imports.ts'
import { alarmCommands, backupCommands, checkCommands, operationCommands, updateCheckCommands } from './operations.ts'
import { auditActions, operatorActions } from './operators.ts'
import { numberActions, suppressActions } from './suppress.ts'
import { figureCommands, trackingActions } from './tracking.ts'
import { uploadCommands } from './uploads.ts'
import { membershipCommands, userCommands } from './users.ts'

/** Every action of an operator: the source of the help and of the test that each one is audited. */
export const adminActions: readonly AdminAction[] = [
  ...feedbackActions,
  ...correctionActions,
  ...suppressActions,
  ...numberActions,
  ...importActions,
  ...uploadCommands,
  ...companyActions,
  ...sourceCommands,
  ...updateActions,
  ...inclusionActions,
  ...contentActions,
  ...contactActions,
  ...agreementCommands,
  ...membershipCommands,
  ...figureCommands,
  ...operationCommands,
  ...trackingActions,
  ...userCommands,
  ...alertCommands,
  ...operatorActions,
  ...checkCommands,
  ...backupCommands,
  ...alarmCommands,
  ...updateCheckCommands,
  ...auditActions,
]

type AdminDeps = Omit<AdminServicesDeps, 'operations' | 'origin'> &
  Pick<AdminCall, 'files' | 'operator' | 'print'> & {
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

/** The arguments that the usage names; an option has a value where `<` or a word follows it. */
function readArguments({ usage = [] }: AdminAction, args: string[]): Arguments {
  const named = usage.join(' ').matchAll(/--([a-z-]+)( [^-[])?/g)
  const options = Array.from(named, ([, name = '', value]) => [
    name,
    { type: value === undefined ? ('boolean' as const) : ('string' as const) },
  ])
  const [words = ''] = (usage[0] ?? '').split('--')
  try {
    const { values, positionals }: Arguments = parseArgs({
      args,
      allowPositionals: true,
      options: Object.fromEntries(options),
    })
    if (positionals.length === words.split('<').length - 1) return { values, positionals }
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
  await action.run(call).catch((error: unknown) => {
    throw error instanceof ImportRefused ? new AdminRefused(error.message) : error
  })
}
