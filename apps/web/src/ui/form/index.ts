export { AppField, AppForm, SubmitButton } from './app-form.tsx'
export { FormDialog } from './form-dialog.tsx'
export { type AppFormState, useAppForm } from './use-app-form.ts'
