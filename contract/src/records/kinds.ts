import { administrativePenalty } from './administrative-penalty/kind.ts'
import { annualEmployees } from './annual-employees/kind.ts'
import { annualInsurance } from './annual-insurance/kind.ts'
import { branch } from './branch/kind.ts'
import { changeRecord } from './change-record/kind.ts'
import { consumptionRestriction } from './consumption-restriction/kind.ts'
import { contact } from './contact/kind.ts'
import { courtHearing } from './court-hearing/kind.ts'
import { courtNotice } from './court-notice/kind.ts'
import { dishonestDebtor } from './dishonest-debtor/kind.ts'
import { equityPledge } from './equity-pledge/kind.ts'
import { judgmentDebtor } from './judgment-debtor/kind.ts'
import { judgmentDocument } from './judgment-document/kind.ts'
import { keyPerson } from './key-person/kind.ts'
import { type RecordKindKey, recordKindKeys } from './kind-table.ts'
import { listEntry } from './list-entry/kind.ts'
import { operatingAbnormality } from './operating-abnormality/kind.ts'
import { outwardInvestment } from './outward-investment/kind.ts'
import type { KindOf, RecordKind } from './record-kind.ts'
import { reportedRepresentative } from './reported-representative/kind.ts'
import { seriousViolation } from './serious-violation/kind.ts'
import { shareholder } from './shareholder/kind.ts'
import { taxViolation } from './tax-violation/kind.ts'

/** Registry of every record kind. */
export const recordKinds: { readonly [Key in RecordKindKey]: KindOf<Key> } = {
  dishonestExecutor: dishonestDebtor,
  executedPerson: judgmentDebtor,
  consumptionRestriction,
  courtAnnouncement: courtHearing,
  enterpriseCourtAnnouncement: courtNotice,
  judicialDocument: judgmentDocument,
  businessRisk: operatingAbnormality,
  punishment: administrativePenalty,
  taxViolation,
  seriousViolation,
  equityPledge,
  shareholderInfo: shareholder,
  keyPerson,
  branch,
  overseasInvest: outwardInvestment,
  changeRecord,
  listEntry,
  reportedRepresentative,
  annualEmployees,
  annualInsurance,
  contact,
}

export const allKinds: readonly RecordKind[] = recordKindKeys.map((key) => recordKinds[key])
