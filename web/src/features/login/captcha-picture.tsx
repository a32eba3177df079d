import type { Captcha } from '@baiqicha/contract/account'
import type { UseQueryResult } from '@tanstack/react-query'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './login-page.module.css'

type CaptchaPictureProps = {
  query: Pick<UseQueryResult<Captcha>, 'data' | 'isFetching'>
  onRenew: () => void
}

/** A tap draws another, as the words below it do. */
export function CaptchaPicture({ query, onRenew }: CaptchaPictureProps) {
  if (query.isFetching) return <Skeleton width={92} height={36} radius={6} />
  if (query.data === undefined) {
    return (
      <button type="button" className={styles.ask} onClick={onRenew}>
        点此加载
      </button>
    )
  }
  return (
    <button type="button" className={styles.picture} aria-label="图形验证码，点按换一张" onClick={onRenew}>
      <img src={query.data.image ?? undefined} alt="" />
    </button>
  )
}
