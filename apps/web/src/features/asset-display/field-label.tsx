import { useStoredImage } from '../../lib/images.ts'
import styles from './field-label.module.css'

interface FieldLabelProps {
  readonly label: string
  /** Path of the icon that the metadata mapping has for the field. */
  readonly icon: string | undefined
}

/** What a field is called, with its icon where it has one. */
export function FieldLabel({ label, icon }: FieldLabelProps) {
  const { url } = useStoredImage(icon)
  if (!url) return label
  return (
    <span className={styles.label}>
      <img src={url} alt="" width={16} height={16} />
      {label}
    </span>
  )
}
