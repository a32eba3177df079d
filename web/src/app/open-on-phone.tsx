import { createPath } from 'react-router'
import { encode } from 'uqr'
import { useRouterState } from '../lib/router/router.tsx'
import styles from './open-on-phone.module.css'

/** Light modules around the code. */
const BORDER = 4

/** Path of the dark modules, each a square of one unit. */
const pathOf = (modules: readonly (readonly boolean[])[]) =>
  modules.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')

/** Address of the page as a code beside the column. The query before the hash is left out: it names channels. */
export function OpenOnPhone() {
  const { location } = useRouterState()
  const { origin, pathname } = window.location
  const { data, size } = encode(`${origin}${pathname}#${createPath(location)}`, { ecc: 'M', border: BORDER })
  return (
    <aside className={styles.aside} aria-label="用手机打开">
      <svg className={styles.code} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" aria-hidden="true">
        <path d={pathOf(data)} />
      </svg>
      用手机打开
    </aside>
  )
}
