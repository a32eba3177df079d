import { Icon, type IconName } from '../../ui/icon.tsx'
import styles from './search-page-shell.module.css'

type Note = { icon: IconName; title: string; text: string }

type Props = { title: string; notes: readonly Note[]; isTitleShown?: boolean }

/** Explains what a search covers and what a result means. */
export function SearchNotes({ title, notes, isTitleShown = true }: Props) {
  return (
    <section className={styles.notes} aria-label={title}>
      {isTitleShown && <h2>{title}</h2>}
      <ul>
        {notes.map((note) => (
          <li key={note.title}>
            <Icon name={note.icon} size={18} />
            <p>
              <b>{note.title}</b>
              {note.text}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
