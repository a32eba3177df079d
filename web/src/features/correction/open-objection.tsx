import type { CorrectionSubject } from '@baiqicha/contract/correction'
import { Link } from '../../lib/router/router.tsx'
import { Icon } from '../../ui/icon.tsx'
import { InfoNote } from '../../ui/info-note.tsx'
import { Tag } from '../../ui/tag.tsx'
import { statusPath } from './correction-params.ts'
import styles from './open-objection.module.css'
import { stateTones } from './state-tones.ts'

/** The user's open objection to the subject, which the submission is added to. */
export function OpenObjection({ open: { number, state } }: { open: NonNullable<CorrectionSubject['open']> }) {
  return (
    <div className={styles.open}>
      <InfoNote tone="amber">
        您已有一件未办结的异议，本次提交将补充到该异议。
        <Link track-id="objection-row" data-track-label="" to={statusPath(number)} className={styles.link}>
          {number} <Tag tone={stateTones[state]}>{state}</Tag>
          <Icon name="right" size={16} />
        </Link>
      </InfoNote>
    </div>
  )
}
