import { useNavigate } from '../../lib/router/router.tsx'
import { usePageLocation } from '../../platform/navigation/page-location.tsx'
import { findPage, HOME_PATH } from '../../platform/navigation/pages.ts'
import { useGoBack } from '../../platform/navigation/use-go-back.ts'
import { BackBar } from '../../ui/back-bar.tsx'
import { Button } from '../../ui/button.tsx'
import styles from './building-page.module.css'
import { Crane } from './crane.tsx'

/** Placeholder for every page that is not built yet, with that page's title. */
export function BuildingPage() {
  const navigate = useNavigate()
  const title = findPage(usePageLocation().pathname)?.title ?? ''
  return (
    <div className={styles.page}>
      <BackBar title={title} line onBack={useGoBack()} />
      <div className={styles.state}>
        <Crane />
        <h2 className={styles.title}>功能建设中</h2>
        <p className={styles.text}>
          上线前不展示任何数据
          <br />
          您可先查询企业工商信息
        </p>
        <div className={styles.action}>
          <Button trackId="search-open" onClick={() => void navigate(HOME_PATH)}>
            去查企业
          </Button>
        </div>
      </div>
    </div>
  )
}
