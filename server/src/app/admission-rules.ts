import type { LoadClass } from '@baiqicha/contract/routes'
import { type Admission, type AdmissionRule, createAdmission } from '../platform/admission/admission.ts'

/** Long enough to smooth a burst, short enough that nobody is answered too late. */
const MAX_WAIT_MS = 400

/** Each class on its own: a flood of one never takes the places of another. */
const rules: Record<LoadClass, AdmissionRule> = {
  credentials: { running: 16, waiting: 64, maxWaitMs: MAX_WAIT_MS },
  reads: { running: 64, waiting: 512, maxWaitMs: MAX_WAIT_MS },
  search: { running: 32, waiting: 256, maxWaitMs: MAX_WAIT_MS },
  copies: { running: 256, waiting: 1024, maxWaitMs: MAX_WAIT_MS },
}

export const createAdmissions = (): Record<LoadClass, Admission> => ({
  credentials: createAdmission(rules.credentials),
  reads: createAdmission(rules.reads),
  search: createAdmission(rules.search),
  copies: createAdmission(rules.copies),
})
