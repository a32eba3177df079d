import { Icon } from '../ui/icon.tsx'
import type { IconName } from '../ui/icon-paths.ts'
import styles from './search-notes.module.css'

type Note = { icon: IconName; title: string; text: string }

/** Explains below a search form what is searched and what a result means. */
export function SearchNotes({ title, notes }: { title: string; notes: readonly Note[] }) {
  return (
    <section className={styles.notes}>
      <h2>{title}</h2>
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
