export { AppField, AppForm, SubmitButton } from './app-form.tsx'
export { FormDialog } from './form-dialog.tsx'
export { isConflict, type SharedEdit, type StoredState } from './shared-edit.ts'
export { type AppFormState, useAppForm } from './use-app-form.ts'
