import { messages } from '../../platform/api/messages.ts'
import { useFaqQuery } from '../../platform/content/content-queries.ts'
import { Accordion } from '../../ui/accordion.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useFailureToast } from '../../ui/use-failure-toast.ts'
import utility from '../../ui/utility.module.css'
import styles from './feedback.module.css'

/** Questions and answers of the operator; nothing when there are none. */
export function FaqSection() {
  const { data, isError, errorUpdateCount, refetch } = useFaqQuery()
  useFailureToast(errorUpdateCount, messages.listsFailed)
  if (isError) {
    return (
      <section className={styles.failed} aria-label="常见问题">
        <span>常见问题加载失败</span>
        <Button trackId="retry" tone="line" size="sm" onClick={() => void refetch()}>
          重试
        </Button>
      </section>
    )
  }
  if (data === undefined) {
    return (
      <section className={styles.faqLoading} aria-busy="true">
        <Skeleton width="60%" height={16} />
        <Skeleton width="52%" height={16} />
      </section>
    )
  }
  if (data.list.length === 0) return null
  return (
    <section className={styles.faq} aria-label="常见问题">
      <h2 className={utility.spoken}>常见问题</h2>
      <Accordion
        items={data.list.map(({ question, answer }) => ({
          title: question,
          content: <p className={styles.answer}>{answer}</p>,
          isOpen: false,
        }))}
      />
    </section>
  )
}
