import { createPersonalDataRegister } from '../../src/app/personal-data.ts'
import type { Clock } from '../../src/domain/clock.ts'
import { createErasureService } from '../../src/features/account/deactivation.service.ts'
import { createAudit } from '../../src/platform/audit.ts'
import { systemRandom } from '../../src/platform/crypto/system-random.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { loadMembershipRules } from '../../src/platform/reference-data.ts'

/** The register of the server. */
export const personalDataRegister = (clock: Clock) => createPersonalDataRegister({ clock, rules: loadMembershipRules })

/** Erases the due accounts, as the job of the server does each minute. */
export function eraseDue(db: Database, { clock }: { clock: Clock }) {
  const audit = createAudit({ clock, random: systemRandom })
  return createErasureService({ db, clock, audit, register: personalDataRegister(clock) }).eraseDue()
}
