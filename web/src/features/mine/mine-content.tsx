import { useNavigate } from '../../lib/router/router.tsx'
import { BannerCarousel } from '../../platform/content/banner-carousel.tsx'
import { useMineConfigQuery } from '../../platform/content/content-queries.ts'
import { NoticeLine } from '../../platform/content/notice-line.tsx'
import { useFailureToast } from '../../platform/content/use-failure-toast.ts'
import { recordSearchOf } from '../../platform/history/record-search.ts'
import { useRequireLogin } from '../../platform/navigation/require-login.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import styles from './mine-page.module.css'

/** Notice and banners of 我的; nothing when the operator has published none. */
export function MineContent() {
  const { data, isError, errorUpdateCount, refetch } = useMineConfigQuery()
  const navigate = useNavigate()
  const requireLogin = useRequireLogin()
  useFailureToast(errorUpdateCount)

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
        <Button tone="line" size="sm" onClick={() => void refetch()}>
          重试
        </Button>
      </Card>
    )
  }
  if (data === undefined) return null
  const { notice, banners, jumpHosts } = data
  return (
    <>
      <NoticeLine notice={notice} jumpHosts={jumpHosts} />
      <BannerCarousel banners={banners} onSearch={search} jumpHosts={jumpHosts} />
    </>
  )
}
