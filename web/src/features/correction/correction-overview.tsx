import { CORRECTION_DAYS } from '@baiqicha/contract/correction'
import { NumberForm } from '../../domain/page/number-form.tsx'
import { Link, useNavigate } from '../../lib/router/router.tsx'
import styles from './correction-overview.module.css'
import { statusPath } from './correction-params.ts'
import { MyCorrections } from './my-corrections.tsx'

/** 我的纠错: look up an objection, or find out how to make one. */
export function CorrectionOverview() {
  const navigate = useNavigate()
  return (
    <>
      <section className={styles.part}>
        <h2 className={styles.title}>纠错与异议</h2>
        <div className={styles.follow}>
          <NumberForm
            purpose="查异议进度"
            label="异议编号"
            placeholder="异议编号，以 JC 开头"
            fault="请输入异议编号"
            accepts={(number) => number !== ''}
            onSubmit={(number) => void navigate(statusPath(number))}
          />
        </div>
      </section>
      <MyCorrections />
      <section className={styles.part}>
        <h3 className={styles.subtitle}>如何提交异议</h3>
        <ol className={styles.ways}>
          <li>
            <Link track-id="search-open" to="/search">
              搜索企业
            </Link>
            ，在有误的记录、栏目或工商信息处点“纠错”。
          </li>
          <li>说明有误的内容与正确内容，可附判决书、移出决定等图片。无需注册，验证手机号即可。</li>
          <li>记录立即标记为“异议处理中”；涉及个人隐私的，先隐藏再核查。{CORRECTION_DAYS} 日内答复，全程免费。</li>
        </ol>
      </section>
    </>
  )
}
