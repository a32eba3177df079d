import { useId } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { Link } from '../../lib/router/router.tsx'
import { Button } from '../../ui/button.tsx'
import { CheckCircle } from '../../ui/check-circle.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import utility from '../../ui/utility.module.css'
import styles from './consent-line.module.css'
import type { LoginConsent } from './use-consent.ts'

const minors = '本服务不面向未满 14 周岁的未成年人'

function AgreementLinks() {
  return (
    <>
      <Link track-id="user-protocol" className={classNames(styles.link, utility.tap)} to="/user/user_protocol">
        《用户协议》
      </Link>
      和
      <Link track-id="privacy-policy" className={classNames(styles.link, utility.tap)} to="/user/privacy_policy">
        《隐私政策》
      </Link>
    </>
  )
}

/** Consent checkbox with its text, and the sheet that requests consent. */
export function ConsentLine({ consent }: { consent: LoginConsent }) {
  const id = useId()
  return (
    <div className={classNames(styles.line, consent.isShaking && styles.shaking)} onAnimationEnd={consent.endShake}>
      <CheckCircle
        trackId="consent"
        labelledBy={`${id}-text`}
        describedBy={`${id}-minors`}
        checked={consent.isChecked}
        onChange={consent.change}
      />
      <div>
        <p id={`${id}-text`} className={styles.text}>
          我已阅读并同意
          <AgreementLinks />
        </p>
        <p id={`${id}-minors`} className={styles.minors}>
          {minors}
        </p>
        {consent.fault !== undefined && (
          <p className={styles.fault} role="alert">
            {consent.fault}
          </p>
        )}
      </div>
      <Sheet
        open={consent.isAsked}
        onClose={consent.dismiss}
        title="请先阅读并同意协议"
        foot={
          <Button trackId="consent-agree" block onClick={consent.agree}>
            同意并继续
          </Button>
        }
      >
        <p className={styles.question}>
          继续前，请阅读并同意
          <AgreementLinks />。{minors}。
        </p>
      </Sheet>
    </div>
  )
}
