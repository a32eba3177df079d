import { Redirect, useNavigate } from '../lib/router/router.tsx'
import { PageBar, usePageLocation } from '../platform/navigation/page.tsx'
import { HOME_PATH, matchPage } from '../platform/navigation/pages.ts'
import { Button } from '../ui/button.tsx'
import { ListState } from '../ui/list-state.tsx'
import utility from '../ui/utility.module.css'

/** No path of a page has another character. Chat apps take what follows an address for a part of it. */
const wordsBehind = /[^\w/].*$/s

export function NotFoundPage() {
  const { pathname, search } = usePageLocation()
  const page = matchPage(pathname.replace(wordsBehind, ''))
  return page === undefined ? <NotFound /> : <Redirect to={page.path + search} />
}

function NotFound() {
  const navigate = useNavigate()
  return (
    <div className={utility.whitePage}>
      <PageBar title="页面不存在" line />
      <ListState art="nothing" title="页面不存在" text="链接有误或页面已下线">
        <Button trackId="home" onClick={() => void navigate(HOME_PATH, { replace: true })}>
          返回首页
        </Button>
      </ListState>
    </div>
  )
}
