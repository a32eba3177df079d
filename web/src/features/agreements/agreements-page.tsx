import { type AgreementType, agreementTypes } from '@baiqicha/contract/agreements'
import { usePageLocation, usePageQuery } from '../../platform/navigation/page-location.tsx'
import { findPage } from '../../platform/navigation/pages.ts'
import { useGoBack } from '../../platform/navigation/use-go-back.ts'
import { BackBar } from '../../ui/back-bar.tsx'
import { AgreementOverview } from './agreement-overview.tsx'
import { AgreementReader } from './agreement-reader.tsx'

const typeOfPath: Readonly<Record<string, AgreementType>> = {
  '/user/user_protocol': 'user_protocol',
  '/user/privacy_policy': 'privacy_policy',
}

/**
 * Pages /user/user_protocol and /user/privacy_policy show their agreement. /user/agreement shows the one that `type`
 * names, otherwise the list.
 */
export function AgreementsPage() {
  const { pathname } = usePageLocation()
  const requestedType = usePageQuery().get('type')
  const type = typeOfPath[pathname] ?? agreementTypes.find((known) => known === requestedType)
  const title = type === 'membership' ? '会员协议' : type === 'privacy_policy' ? '隐私政策' : findPage(pathname)?.title
  return (
    <>
      <BackBar title={title ?? ''} line onBack={useGoBack()} />
      {type === undefined ? <AgreementOverview /> : <AgreementReader key={type} type={type} />}
    </>
  )
}
