import styles from './person-body.module.css'

/** Head of a card: title and a short note. */
export function PersonCardHead({ title, aside }: { title: string; aside: string }) {
  return (
    <div className={styles.cardHead}>
      <h3>{title}</h3>
      <span>{aside}</span>
    </div>
  )
}
