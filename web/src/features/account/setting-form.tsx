import type { ReactNode } from 'react'
import shared from '../../domain/page/shared.module.css'
import type { TrackId } from '../../lib/tracker/track-ids.ts'
import { Button } from '../../ui/button.tsx'
import styles from './profile.module.css'

type Props = { trackId: TrackId; label: string; isBusy: boolean; onSubmit: () => Promise<void>; children: ReactNode }

/** Form of a sheet, with its button below the fields. */
export const SettingForm = ({ trackId, label, isBusy, onSubmit, children }: Props) => (
  <form
    className={shared.formBody}
    noValidate
    onSubmit={(event) => {
      event.preventDefault()
      void onSubmit()
    }}
  >
    {children}
    <div className={styles.submit}>
      <Button trackId={trackId} type="submit" block busy={isBusy}>
        {label}
      </Button>
    </div>
  </form>
)
