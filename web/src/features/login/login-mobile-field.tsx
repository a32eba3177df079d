import { MobileField } from '../../domain/verification/mobile-field.tsx'
import { readLoginFormData } from '../../platform/session/login-form-data.ts'
import type { TypedMobile } from '../../platform/verification/use-typed-mobile.ts'

/** Number field with the mask of the last number as its placeholder: only the mask is stored. */
export function LoginMobileField({ mobile }: { mobile: TypedMobile }) {
  return <MobileField {...mobile.input} lastUsed={readLoginFormData()?.mobileMasked} />
}
