import { BannerCarousel } from '../../domain/content/banner-carousel.tsx'
import { NoticeLine } from '../../domain/content/notice-line.tsx'
import { useNavigate } from '../../lib/router/router.tsx'
import { messages } from '../../platform/api/messages.ts'
import { useMineConfigQuery } from '../../platform/content/content-queries.ts'
import { recordSearchOf } from '../../platform/history/record-search.ts'
import { useRequireLogin } from '../../platform/navigation/require-login.ts'
import { useOpenJump } from '../../platform/navigation/use-open-jump.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { useFailureToast } from '../../ui/use-failure-toast.ts'
import styles from './mine-page.module.css'

const none: never[] = []

/** Notice and banners of 我的; nothing when the operator has published none. */
export function MineContent() {
  const { data, isError, errorUpdateCount, refetch } = useMineConfigQuery()
  const navigate = useNavigate()
  const requireLogin = useRequireLogin()
  const open = useOpenJump(data?.jumpHosts ?? none)
  useFailureToast(errorUpdateCount, messages.listsFailed)

  const search = (keyword: string) => {
    const target = `/search/result?${new URLSearchParams({ keyword }).toString()}`
    if (!requireLogin(target)) return
    recordSearchOf(target)
    void navigate(target)
  }

  if (isError) {
    return (
      <Card className={styles.failed}>
        <span>公告加载失败</span>
        <Button trackId="retry" tone="line" size="sm" onClick={() => void refetch()}>
          重试
        </Button>
      </Card>
    )
  }
  if (data === undefined) return null
  const { notice, banners } = data
  const actions = { search, open }
  return (
    <>
      <NoticeLine notice={notice} actions={actions} />
      <BannerCarousel banners={banners} actions={actions} />
    </>
  )
}
