import type { DeskActionName, DeskOutput, ParsedDeskInput } from '@baiqicha/contract/desk/actions'
import type { AdminServices } from '../cli/admin/admin-services.ts'

/** Runs an action. `operator`: as in `desk:演示甲`. @throws Refusal */
export type DeskHandler<K extends DeskActionName> = (
  input: ParsedDeskInput<K>,
  operator: string,
) => Promise<DeskOutput<K>>
export type DeskHandlers<K extends DeskActionName = DeskActionName> = { [Key in K]: DeskHandler<Key> }

/** The services that actions of the desk call: those of the commands. */
export type DeskServices = AdminServices

/** Actions of one subject. */
export type ActionsOf<Subject extends string> = Extract<DeskActionName, `${Subject} ${string}`>
