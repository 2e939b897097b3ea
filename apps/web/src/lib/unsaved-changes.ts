const edited = new Set<string>()

/** Registry of open forms with unsaved input. */
export const unsavedChanges = {
  note: (form: string): void => void edited.add(form),
  forget: (form: string): void => void edited.delete(form),
  exist: (): boolean => edited.size > 0,
}
