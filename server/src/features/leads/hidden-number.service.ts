import { resultCode } from '@baiqicha/contract/result-codes'
import type { Clock } from '../../domain/clock.ts'
import type { AppendOperatorAudit } from '../../platform/audit.ts'
import type { Database } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { HiddenNumbers } from '../../records/hidden-numbers.ts'

/** Uses up the SMS code of a number. @throws Refusal when the code is wrong. */
export type SpendCodeOfNumber = (
  guess: { mobile: string; scene: 'hideNumber'; code: string; address: string },
  onRight: (tx: Database) => Promise<void>,
) => Promise<void>

type OwnerProof = { mobile: string; smsCode: string; address: string }

type HiddenNumberDeps = {
  clock: Clock
  hiddenNumbers: Pick<HiddenNumbers, 'hide' | 'show' | 'referenceOf'>
  operatorAudit: AppendOperatorAudit
  consumeSmsCode: SpendCodeOfNumber
}

/** Who changes a number in the audit of operators: its owner, proved by an SMS. */
const OWNER = 'owner:sms'

const unchanged = (message: string) => new Refusal({ code: resultCode.numberUnchanged, message })

export function createHiddenNumberService({ clock, hiddenNumbers, operatorAudit, consumeSmsCode }: HiddenNumberDeps) {
  const writeAudit = (tx: Database, mobile: string, action: 'numberHidden' | 'numberShown') =>
    operatorAudit(tx, {
      operator: OWNER,
      action,
      subject: hiddenNumbers.referenceOf(mobile),
      before: { hidden: action === 'numberShown' },
      after: { hidden: action === 'numberHidden' },
      reason: null,
    })

  const prove = ({ mobile, smsCode, address }: OwnerProof, onRight: (tx: Database) => Promise<void>) =>
    consumeSmsCode({ mobile, scene: 'hideNumber', code: smsCode, address }, onRight)

  return {
    /** Hides a mobile number that its owner proved, in everything that states it. @throws Refusal */
    hide: (proof: OwnerProof): Promise<void> =>
      prove(proof, async (tx) => {
        const number = { value: proof.mobile, addedBy: 'owner', reason: null } as const
        if (!(await hiddenNumbers.hide(tx, number, clock.now()))) throw unchanged('该号码已隐藏')
        await writeAudit(tx, proof.mobile, 'numberHidden')
      }),

    /** Undoes `hide` by the same proof. @throws Refusal */
    show: (proof: OwnerProof): Promise<void> =>
      prove(proof, async (tx) => {
        if (!(await hiddenNumbers.show(tx, proof.mobile, clock.now()))) throw unchanged('该号码未隐藏')
        await writeAudit(tx, proof.mobile, 'numberShown')
      }),
  }
}
export type HiddenNumberService = ReturnType<typeof createHiddenNumberService>
