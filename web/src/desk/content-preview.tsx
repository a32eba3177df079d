import { contentRoutes } from '@baiqicha/contract/routes/content'
import { homeRoutes } from '@baiqicha/contract/routes/home'
import { API_BASE } from '@baiqicha/contract/routes/route'
import { useState } from 'react'
import { useShortcuts } from './use-shortcuts.ts'

const paths = { home: homeRoutes.homeConfig.path, mine: contentRoutes.mineConfig.path } as const
const pages = { home: '/home', mine: '/user' } as const

const DARK = 'theme=dark'
const looks = [
  ['明', ''],
  ['暗', DARK],
  ['大字', 'elder=1'],
] as const

type PreviewFrameProps = {
  place: keyof typeof paths
  /** JSON of what readers would see; null: the draft has errors, or is not checked yet. */
  shown: string | null
}

/** The real app with the draft, 375 px wide. While the draft has errors, the last good one stays. */
export function PreviewFrame({ place, shown }: PreviewFrameProps) {
  const [look, setLook] = useState('')
  useShortcuts({ P: () => setLook(look === DARK ? '' : DARK) })
  const [last, setLast] = useState(shown)
  if (shown !== null && shown !== last) setLast(shown)
  return (
    <aside className="preview" aria-label="预览">
      <div className="row">
        <h2>
          预览 <span className="quiet">375 px</span>
        </h2>
        <fieldset className="choices end">
          <legend className="spoken">外观</legend>
          {looks.map(([label, query]) => (
            <button key={label} type="button" aria-pressed={look === query} onClick={() => setLook(query)}>
              {label}
            </button>
          ))}
        </fieldset>
      </div>
      {last !== null && (
        // Loaded anew with each draft.
        <iframe
          // An origin of its own: scripts of the app reach neither this page nor the calls of the desk.
          sandbox="allow-scripts"
          // Read by server/src/desk/preview-routes.ts: answers of calls of the framed app, by path.
          name={JSON.stringify({ [API_BASE + paths[place]]: JSON.parse(last) })}
          key={`${look} ${last}`}
          title="草稿的真实页面"
          src={`/preview?${look}#${pages[place]}`}
        />
      )}
    </aside>
  )
}
