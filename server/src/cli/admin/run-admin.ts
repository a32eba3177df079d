import type { Clock } from '../../domain/clock.ts'
import { type Audit, createAudit } from '../../features/account/audit.repository.ts'
import { createInclusionRequestRepository } from '../../features/company/inclusion-request.repository.ts'
import { type AuditContent, createContentService } from '../../features/content/content.service.ts'
import { createReviewService } from '../../features/correction/review.service.ts'
import { createSuppressionService } from '../../features/correction/suppression.service.ts'
import { createUpdateRequestRepository } from '../../features/correction/update-request.repository.ts'
import { systemRandom as random } from '../../platform/crypto/system-random.ts'
import type { Database } from '../../platform/database/database.ts'
import type { PictureFiles } from '../../platform/uploads/picture-files.ts'
import type { ReEncodeImage } from '../../platform/uploads/re-encode-image.ts'
import { AdminRefused } from './admin-refused.ts'
import { runContact, runContent } from './content.ts'
import { runCorrections } from './corrections.ts'
import { runInclusions } from './inclusions.ts'
import { runSuppress } from './suppress.ts'
import { runUpdates } from './updates.ts'

const usage = `用法：npm run admin -- <事项> [步骤] [选项]

  corrections [list]                      待办的纠错与异议，超期的在前
  corrections show <编号>                 一件的全部内容与证据图片的位置
  corrections examine <编号> [--note <说明>]
  corrections decide <编号> --result <已更正|已移除|维持|无法确认>
                     [--note <说明>] [--keep-hidden]
                                          维持、无法确认须说明理由；--keep-hidden 使记录继续不显示
  suppress [list]                         不得显示的记录与人员
  suppress add --record <记录 id> --reason <理由>
  suppress add --person <姓名> --company <企业 id 或代码> --reason <理由>
  suppress remove <屏蔽 id>
  updates [list]                          有人申请更新的企业
  updates done <企业 id>                  已更新，重新计数
  inclusions [list]                       有人申请收录的企业，按人数排列
  inclusions done <关键词>                已收录，重新计数
  content show <home|mine|faq>            当前版本，可编辑的 JSON
  content publish <home|mine|faq> --file <文件> --base <版本> --reason <理由> [--dry-run]
                                          检查并发布；--dry-run 只预览，不写入
  content versions <home|mine|faq>        各版本的作者、时间与理由
  content restore <home|mine|faq> <版本> --reason <理由>
  contact show、contact publish、contact versions、contact restore <版本>
                                          同上，用于联系方式，不写 <home|mine|faq>

DATA_DIR、DATABASE_URL 应与服务一致，服务可同时运行。说明见 docs/operators.md。`

type AdminDeps = {
  db: Database
  clock: Clock
  /** Where uploaded images are stored. */
  files: PictureFiles
  /** Hosts that banners and notices may open. */
  jumpHosts: readonly string[]
  reEncode: ReEncodeImage
  /** Name of the operator. */
  author: string
  print: (line: string) => void
}

type Command = (words: string[], deps: AdminDeps & { audit: Audit }) => Promise<void>

const contentDeps = ({ audit, ...deps }: AdminDeps & { audit: Audit }) => {
  const auditContent: AuditContent = (tx, { action, place, from, to }) =>
    audit(tx, action === 'publish' ? 'contentPublished' : 'contentRestored', {
      address: '',
      subject: `${place} ${from}→${to}`,
    })
  return { ...deps, content: createContentService({ ...deps, audit: auditContent }), usage }
}

const commands = new Map<string, Command>([
  [
    'corrections',
    (words, { files, print, ...desk }) =>
      runCorrections(words, { desk: createReviewService({ ...desk, random }), files, usage, print }),
  ],
  [
    'suppress',
    (words, { print, ...deps }) =>
      runSuppress(words, { suppressions: createSuppressionService({ ...deps, random }), usage, print }),
  ],
  [
    'inclusions',
    (words, deps) => runInclusions(words, { ...deps, requests: createInclusionRequestRepository(deps), usage }),
  ],
  ['content', (words, deps) => runContent(words, contentDeps(deps))],
  ['contact', (words, deps) => runContact(words, contentDeps(deps))],
  ['updates', (words, deps) => runUpdates(words, { ...deps, requests: createUpdateRequestRepository(deps), usage })],
])

/** Runs one `npm run admin` command. @throws AdminRefused with a sentence for the operator */
export async function runAdmin([name = '', ...words]: readonly string[], deps: AdminDeps): Promise<void> {
  const command = commands.get(name)
  if (command === undefined) throw new AdminRefused(usage)
  await command(words, { ...deps, audit: createAudit({ clock: deps.clock, random }) })
}
