import { contentRoutes } from '@baiqicha/contract/routes/content'
import { homeRoutes } from '@baiqicha/contract/routes/home'
import { API_BASE } from '@baiqicha/contract/routes/route'
import { useLayoutEffect, useState } from 'react'

declare global {
  interface Window {
    /** Answers of calls of the framed app, by path (server/src/desk/preview-routes.ts). */
    previewAnswers?: Record<string, unknown>
  }
}

const paths = { home: homeRoutes.homeConfig.path, mine: contentRoutes.mineConfig.path } as const
const pages = { home: '/home', mine: '/user' } as const

const looks = [
  ['明', ''],
  ['暗', 'theme=dark'],
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
  const [last, setLast] = useState(shown)
  if (shown !== null && shown !== last) setLast(shown)
  // Before the frame loads, which takes at least another task.
  useLayoutEffect(() => {
    if (last !== null) window.previewAnswers = { [API_BASE + paths[place]]: JSON.parse(last) }
  }, [last, place])
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
          // The page is our own build on this host; the sandbox stops a tap from leading the desk away.
          // oxlint-disable-next-line react/iframe-missing-sandbox -- the app needs scripts and its storage
          sandbox="allow-scripts allow-same-origin"
          key={`${look} ${last}`}
          title="草稿的真实页面"
          src={`/preview?${look}#${pages[place]}`}
        />
      )}
    </aside>
  )
}
