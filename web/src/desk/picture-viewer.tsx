import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { act } from './api.ts'
import { DeskButton, Loaded } from './elements.tsx'

type PictureViewerProps = {
  action: 'corrections picture' | 'feedback picture'
  number: string
  /** Ids. */
  pictures: readonly string[]
}

/** Pictures of a case, one at a time, loaded when it is opened: each view is audited. */
export function PictureViewer({ action, number, pictures }: PictureViewerProps) {
  const [opened, setOpened] = useState<string | null>(null)
  if (pictures.length === 0) return <p className="quiet">没有图片。</p>
  return (
    <>
      <div className="row wrap">
        {pictures.map((picture, at) => (
          <DeskButton
            key={picture}
            text={`图 ${at + 1}`}
            look="small"
            aria-pressed={opened === picture}
            onClick={() => setOpened(picture)}
          />
        ))}
        <span className="quiet end">每次查看写入审计</span>
      </div>
      {opened !== null && <Picture key={opened} action={action} number={number} picture={opened} />}
    </>
  )
}

function Picture({ action, number, picture }: Omit<PictureViewerProps, 'pictures'> & { picture: string }) {
  const [turns, setTurns] = useState(0)
  const [isWhole, setIsWhole] = useState(false)
  const shown = useQuery({
    queryKey: ['picture', picture],
    queryFn: () => act(action, { number, picture }),
    // A view that is already shown is not audited again.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return (
    <Loaded query={shown}>
      {({ jpeg }) => (
        <>
          <div className={isWhole ? 'picture whole' : 'picture'}>
            <img src={`data:image/jpeg;base64,${jpeg}`} alt="提交人上传的图片" className={`turn${turns % 4}`} />
          </div>
          <div className="row">
            <DeskButton text="旋转" look="small" onClick={() => setTurns(turns + 1)} />
            <DeskButton text={isWhole ? '缩小' : '放大'} look="small" onClick={() => setIsWhole(!isWhole)} />
          </div>
        </>
      )}
    </Loaded>
  )
}
