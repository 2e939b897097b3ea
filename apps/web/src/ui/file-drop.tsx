import { FileUp, ImageUp } from 'lucide-react'
import { type DragEvent, useId, useState } from 'react'
import { FieldError } from './field.tsx'
import styles from './file-drop.module.css'

interface FileDropProps {
  /** Verb and object, which also name the field: `Choose an image`. */
  readonly label: string
  /** Text about dropping files and the accepted files. */
  readonly hint: string
  /** File types offered in the browser's dialog. */
  readonly accept: string
  readonly disabled: boolean
  readonly error: string | undefined
  readonly onFile: (file: File) => void
}

/** Field for one file, chosen in the browser's dialog or dropped here. */
export function FileDrop({ label, hint, accept, disabled, error, onFile }: FileDropProps) {
  const id = useId()
  const { over: isDragOver, handlers } = useFileDrop(onFile, disabled)
  const Icon = accept.includes('image/') ? ImageUp : FileUp
  return (
    <>
      <div
        className={`${styles.zone} ${isDragOver ? styles.over : ''} ${error ? styles.wrong : ''}`}
        {...handlers}
      >
        <Icon size={24} strokeWidth={1.8} aria-hidden />
        <div className={styles.words}>
          <label htmlFor={id}>{label}</label>
          <span>{hint}</span>
        </div>
        <input
          id={id}
          type="file"
          accept={accept}
          disabled={disabled}
          aria-invalid={error !== undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={({ target }) => {
            const first = target.files?.[0]
            if (first) onFile(first)
            // Clearing allows the same file again after a correction.
            target.value = ''
          }}
        />
      </div>
      <div role="alert">
        <FieldError id={`${id}-error`} error={error} />
      </div>
    </>
  )
}

/** Handles files dragged over an element and dropped on it. Other content is left to the browser. */
export function useFileDrop(choose: (file: File) => void, disabled: boolean) {
  const [isDragOver, setIsDragOver] = useState(false)
  const holdsFile = ({ dataTransfer }: DragEvent): boolean =>
    !disabled && dataTransfer.types.includes('Files')
  const handlers = {
    onDragOver: (event: DragEvent): void => {
      if (!holdsFile(event)) return
      event.preventDefault()
      setIsDragOver(true)
    },
    onDragLeave: (event: DragEvent): void => {
      if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)))
        setIsDragOver(false)
    },
    onDrop: (event: DragEvent): void => {
      setIsDragOver(false)
      if (!holdsFile(event)) return
      event.preventDefault()
      event.stopPropagation()
      const first = event.dataTransfer.files[0]
      if (first) choose(first)
    },
  }
  return { over: isDragOver, handlers }
}
