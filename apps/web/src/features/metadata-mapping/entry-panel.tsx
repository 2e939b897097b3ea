import type { MetaEntry, MetaMapping } from '@wardtrack/contracts'
import { useState } from 'react'
import { localAlias } from '../../lib/metadata.ts'
import { EntryForm } from './entry-form.tsx'
import { IconField } from './icon-field.tsx'
import styles from './metadata-mapping.module.css'
import { RemovePart } from './remove-part.tsx'

interface EntryPanelProps {
  readonly mapping: MetaMapping
  readonly type: string
  readonly name: string
  readonly entry: MetaEntry
  readonly onDirty: (dirty: boolean) => void
}

/**
 * One entry: its form and its icon. What others save shows at once while nothing is typed here; else the form keeps what
 * was typed, and asks when it is saved.
 */
export function EntryPanel({ mapping, type, name, entry, onDirty }: EntryPanelProps) {
  const present = { entry, revision: mapping._revision ?? '' }
  const [draftBase, setDraftBase] = useState<typeof present>()
  const { entry: edited, revision } = draftBase ?? present
  const note = (dirty: boolean): void => {
    setDraftBase((before) => (dirty ? (before ?? present) : undefined))
    onDirty(dirty)
  }
  return (
    <div className={styles.panel}>
      <EntryForm
        key={`${type}/${name}/${JSON.stringify(edited)}`}
        place={{ type, name }}
        entry={edited}
        revision={revision}
        onDirty={note}
      />
      <IconField place={{ type, name }} icon={entry.icon} />
      <div>
        <RemovePart
          mapping={mapping}
          type={type}
          name={name}
          label={localAlias(entry.Alias) || name}
          onRemoved={() => onDirty(false)}
        />
      </div>
    </div>
  )
}
