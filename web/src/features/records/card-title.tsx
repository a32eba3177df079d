import styles from './card-title.module.css'

type Props = { children: string; aside?: string }

/** The title of a card of a record's page, with a word aside. */
export function CardTitle({ children, aside }: Props) {
  return (
    <header className={styles.title}>
      <h2>{children}</h2>
      {aside !== undefined && <span>{aside}</span>}
    </header>
  )
}
