import { useQuery } from '@tanstack/react-query'
import type { Privilege } from '@wardtrack/contracts'
import { App, Button, Input } from 'antd'
import { ChevronDown, ChevronRight, Plus, X } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '../../lib/api.ts'
import { serverText } from '../../lib/i18n/server-text.ts'
import { usePageRefresh } from '../../lib/page-refresh.ts'
import { urlText, useUrlState } from '../../lib/url-state.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { AppField, AppForm, SubmitButton, useAppForm } from '../../ui/form/index.ts'
import { LoadingPanel } from '../../ui/loading-panel.tsx'
import { PageToolbar } from '../../ui/page-toolbar.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PageSelect } from './page-select.tsx'
import { PrivilegeDetail } from './privilege-detail.tsx'
import { draftErrors, duplicateDraft, emptyDraft, type PrivilegeDraft } from './privilege-draft.ts'
import { privilegesQuery } from './privilege-queries.ts'
import styles from './privileges.module.css'
import { PRIVILEGE_PROPOSALS } from './proposals.ts'
import { useAddPrivilege } from './use-privilege-changes.tsx'

interface AddPrivilegeProps {
  /** Initial values of the form: empty, or those of another privilege. */
  readonly initial: PrivilegeDraft
  /** Existing names, whose proposals are left out. */
  readonly taken: readonly string[]
}

/** Form for a new privilege, with proposals to start from. Its fields are cleared after adding. */
function AddPrivilege({ initial, taken: takenNames }: AddPrivilegeProps) {
  const { t } = useTranslation(['privileges', 'messages'])
  const { message } = App.useApp()
  const adding = useAddPrivilege()
  const state = useAppForm<PrivilegeDraft>({
    initial,
    check: draftErrors,
    failureText: (cause) => (cause instanceof CallError ? serverText(cause.message) : cause.message),
    onInvalid: () => void message.error(t('messages:fillCorrectly')),
    onSubmit: async (draft) => {
      await adding.mutateAsync(draft)
      clear()
    },
  })
  const clear = (): void => state.form.setFieldsValue({ privilegeName: '', description: '', pages: [] })
  const proposals = PRIVILEGE_PROPOSALS.map(({ key, pages }) => ({
    privilegeName: t(`proposal.${key}.name`),
    description: t(`proposal.${key}.description`),
    pages,
  })).filter(({ privilegeName }) => !takenNames.includes(privilegeName))
  return (
    <Panel title={t('add.title')} className={styles.add}>
      <AppForm state={state} label={t('add.title')} className={styles.form}>
        <AppField name="privilegeName" label={t('field.name')} required>
          <Input maxLength={100} />
        </AppField>
        <AppField name="description" label={t('field.description')} required>
          <Input maxLength={500} />
        </AppField>
        <AppField name="pages" label={t('field.pages')} help={t('field.pagesHelp')}>
          <PageSelect />
        </AppField>
        <SubmitButton>{t('add.verb')}</SubmitButton>
      </AppForm>
      {proposals.length > 0 ? (
        <div className={styles.proposals}>
          <span>{t('add.proposals')}</span>
          {proposals.map((draft) => (
            <Button key={draft.privilegeName} size="small" onClick={() => state.form.setFieldsValue(draft)}>
              {draft.privilegeName}
            </Button>
          ))}
        </div>
      ) : null}
    </Panel>
  )
}

const schema = { opened: urlText('privilege') }

/** Form for a new privilege; the number changes with each opening, which resets the form. */
type AddForm = { readonly number: number; readonly initial: PrivilegeDraft }

/** List of all privileges, one opened at a time, and the form for a new one. */
export function PrivilegeList() {
  const { t } = useTranslation('privileges')
  const privileges = useQuery(privilegesQuery())
  const [{ opened }, change] = useUrlState(schema)
  const [form, setForm] = useState<AddForm>()
  usePageRefresh(() => void privileges.refetch())
  const openForm = (initial: PrivilegeDraft): void => setForm({ number: (form?.number ?? 0) + 1, initial })
  const duplicate = (privilege: Privilege): void => {
    openForm(duplicateDraft(privilege, privileges.data ?? []))
    window.scrollTo({ top: 0 })
  }
  return (
    <>
      <PageToolbar
        actions={
          form ? (
            <Button icon={<X size={16} aria-hidden />} onClick={() => setForm(undefined)}>
              {t('add.close')}
            </Button>
          ) : (
            <Button type="primary" icon={<Plus size={16} aria-hidden />} onClick={() => openForm(emptyDraft)}>
              {t('add.title')}
            </Button>
          )
        }
      >
        <p className={styles.intro}>{t('intro')}</p>
      </PageToolbar>
      {form ? (
        <AddPrivilege
          key={form.number}
          initial={form.initial}
          taken={(privileges.data ?? []).map(({ privilegeName }) => privilegeName)}
        />
      ) : null}
      <LoadingPanel
        title={t('title')}
        query={privileges}
        failed={t('failed')}
        count={privileges.data?.length}
      >
        {(all) =>
          all.length === 0 ? (
            <EmptyState title={t('none.title')} why={t('none.why')} />
          ) : (
            <ul className={styles.list}>
              {all.map((privilege) => (
                <PrivilegeRow
                  key={privilege._id}
                  privilege={privilege}
                  isOpen={privilege._id === opened}
                  onToggle={() => change({ opened: privilege._id === opened ? '' : privilege._id })}
                  onDuplicate={() => duplicate(privilege)}
                />
              ))}
            </ul>
          )
        }
      </LoadingPanel>
    </>
  )
}

interface PrivilegeRowProps {
  readonly privilege: Privilege
  readonly isOpen: boolean
  readonly onToggle: () => void
  readonly onDuplicate: () => void
}

function PrivilegeRow({ privilege, isOpen, onToggle, onDuplicate }: PrivilegeRowProps) {
  const { t } = useTranslation('privileges')
  const id = useId()
  const Arrow = isOpen ? ChevronDown : ChevronRight
  return (
    <li className={isOpen ? styles.open : undefined}>
      <button
        type="button"
        className={styles.row}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={onToggle}
      >
        <Arrow size={18} aria-hidden />
        <span className={styles.name}>{privilege.privilegeName}</span>
        <span className={styles.summary}>{isOpen ? null : privilege.description}</span>
        <span className={styles.count}>{t('routes', { count: privilege.routes.length })}</span>
      </button>
      <div id={id}>{isOpen ? <PrivilegeDetail privilege={privilege} onDuplicate={onDuplicate} /> : null}</div>
    </li>
  )
}
