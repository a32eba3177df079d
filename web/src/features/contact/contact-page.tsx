import type { ContactConfig } from '@baiqicha/contract/content'
import { PageFailed } from '../../domain/page/page-failed.tsx'
import shared from '../../domain/page/shared.module.css'
import { Link, useNavigate } from '../../lib/router/router.tsx'
import { saveFile } from '../../lib/save-file.ts'
import { describeError, messages } from '../../platform/api/api-error.ts'
import { useContactQuery } from '../../platform/content/content-queries.ts'
import { PageBar } from '../../platform/navigation/page.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useFailureToast } from '../../ui/use-failure-toast.ts'
import styles from './contact-page.module.css'

/** Downloads a picture of this host. false: it could not be loaded. */
async function savePicture(url: string, name: string): Promise<boolean> {
  try {
    const response = await fetch(url)
    if (!response.ok) return false
    saveFile(name, await response.blob())
    return true
  } catch {
    return false
  }
}

/** 联系我们: how to reach the operator. A field that is not set has no row. */
export function ContactPage() {
  const { data, error, errorUpdateCount, refetch } = useContactQuery()
  useFailureToast(errorUpdateCount, messages.listsFailed)
  return (
    <>
      <PageBar title="联系我们" line />
      {data !== undefined ? (
        <Content contact={data} />
      ) : error !== null ? (
        <PageFailed reason={describeError(error)} onRetry={() => void refetch()} />
      ) : (
        <Placeholder />
      )}
    </>
  )
}

type Row = { label: string; value: string | null; isCopied?: true; href?: string }

const FEEDBACK_PATH = '/user/feedback'

/** A number as a dialler needs it: 400-000-0000 is 4000000000. */
const dialled = (phone: string) => `tel:${phone.replace(/[^\d+]/g, '')}`

function Content({ contact }: { contact: ContactConfig }) {
  const { servicePhone, wechatQr } = contact
  const navigate = useNavigate()
  const rows: Row[] = [
    { label: '客服电话', value: servicePhone, ...(servicePhone !== null && { href: dialled(servicePhone) }) },
    { label: '服务时间', value: contact.serviceHours },
    { label: '电子邮箱', value: contact.email, isCopied: true },
    { label: '投诉渠道', value: contact.complaintChannel },
    { label: '个人信息保护负责人', value: contact.privacyOfficer },
    { label: '地址', value: contact.address, isCopied: true },
    { label: '备案号', value: contact.icp },
  ]
  const shown = rows.filter(({ value }) => value !== null)
  if (shown.length === 0 && wechatQr === null) {
    return (
      <ListState art="none" title="暂无联系方式" text="请通过“帮助与反馈”提交问题">
        <Button trackId="help" onClick={() => void navigate(FEEDBACK_PATH)}>
          帮助与反馈
        </Button>
      </ListState>
    )
  }
  return (
    <div className={shared.cardPage}>
      {shown.length > 0 && (
        <Card label="联系方式">
          <dl>
            {shown.map((row) => (
              <ContactRow key={row.label} {...row} />
            ))}
          </dl>
        </Card>
      )}
      {wechatQr !== null && <QrCard url={wechatQr} />}
    </div>
  )
}

const ContactRow = ({ label, value, isCopied, href }: Row) => (
  <div className={styles.row}>
    <dt>{label}</dt>
    <dd>
      {href === undefined ? (
        <PlainValue value={value} />
      ) : (
        <a track-id="contact" data-track-label="" href={href} className={styles.phone}>
          {value}
        </a>
      )}
      {isCopied === true && value !== null && <CopyButton text={value} label={label} />}
    </dd>
  </div>
)

/** A text of the operator. One that names 帮助与反馈 leads there. */
const PlainValue = ({ value }: { value: string | null }) =>
  value?.includes('帮助与反馈') === true ? (
    <Link track-id="help" to={FEEDBACK_PATH} className={styles.phone}>
      {value}
    </Link>
  ) : (
    <span>{value}</span>
  )

/** The picture is saved by a long press, or by the button. */
function QrCard({ url }: { url: string }) {
  const save = async () => {
    if (!(await savePicture(url, '百企查-微信客服.jpg'))) showToast('保存失败，请长按图片保存', { icon: 'alert' })
  }
  return (
    <Card label="微信客服" className={styles.qr}>
      <h2 className={styles.heading}>微信客服</h2>
      <img className={styles.picture} src={url} alt="微信客服二维码" />
      <p className={styles.help}>长按图片保存，用微信扫一扫添加</p>
      <Button trackId="save-image" tone="line" onClick={() => void save()}>
        保存图片
      </Button>
    </Card>
  )
}

const Placeholder = () => (
  <div className={shared.cardPage} aria-busy="true">
    <div className={styles.placeholder}>
      <Skeleton width="100%" height={312} radius={12} />
    </div>
  </div>
)
