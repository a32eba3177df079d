import type { CorrectionSubject } from '@baiqicha/contract/correction'
import { classNames } from '../../lib/class-names.ts'
import { isHanging } from '../../lib/hanging.ts'
import utility from '../../ui/utility.module.css'
import styles from './subject-card.module.css'

/** Current content of the subject. */
export function SubjectCard({ subject: { title, companyName, lines } }: { subject: CorrectionSubject }) {
  return (
    <div className={styles.card}>
      <h3 className={classNames(styles.title, isHanging(title) && utility.hanging)}>
        <bdi>{title}</bdi>
      </h3>
      <dl className={styles.lines}>
        {[...(companyName === '' ? [] : [{ label: '企业', value: companyName }]), ...lines].map(
          ({ label, value }, index) => (
            <div key={`${index}-${label}`}>
              <dt>{label}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ),
        )}
      </dl>
    </div>
  )
}
