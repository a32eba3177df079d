import { MobileField } from '../../domain/verification/mobile-field.tsx'
import { readLoginFormData } from '../../platform/session/login-form-data.ts'
import type { TypedMobile } from '../../platform/verification/use-typed-mobile.ts'

/** The number, with the one used last as a hint: only its mask is kept. */
export function LoginMobileField({ mobile }: { mobile: TypedMobile }) {
  return (
    <MobileField
      value={mobile.text}
      onChange={mobile.change}
      error={mobile.error}
      lastUsed={readLoginFormData()?.mobileMasked}
    />
  )
}
