import styles from './card-title.module.css'

type Props = { children: string; aside?: string }

/** Title of a card of a record's page, with a note beside it. */
export function CardTitle({ children, aside }: Props) {
  return (
    <header className={styles.title}>
      <h2>{children}</h2>
      {aside !== undefined && <span>{aside}</span>}
    </header>
  )
}
