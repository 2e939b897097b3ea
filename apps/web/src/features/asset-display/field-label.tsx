import { useStoredImage } from '../../lib/images.ts'
import styles from './field-label.module.css'

interface FieldLabelProps {
  readonly label: string
  /** Path of the field's icon in the metadata mapping. */
  readonly icon: string | undefined
}

/** Label of a field, with its icon if it has one. */
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
