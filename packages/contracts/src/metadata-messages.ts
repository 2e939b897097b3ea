/** Messages about the metadata mapping; part of `messages`. */
export const metadataMessages = {
  metadataSaved: 'Metadata mapping saved.',
  metadataAdded: 'Added to the metadata mapping.',
  metadataRemoved: 'Removed from the metadata mapping. Assets keep their values.',
  metadataTypeNeeded: 'Equipment, Clinician and Patient cannot be removed.',
  metadataExists: 'Already Exist',
  metadataPathUnknown: 'This is no member of the metadata mapping.',
  metadataModelRule:
    'A path below Fields is needed: names of letters, digits and _ with dots between, each path once in its asset type.',
  metadataFlagRule: 'A filter flag is 1 or 0.',
  metadataInputTypeRule: 'An input type is input, multiple or select.',
  metadataNameTaken: 'The server uses this name itself.',
  fieldNotMapped: 'The metadata mapping does not name this field.',
  metadataOptionsRule: 'Options belong to the input types multiple and select.',
  metadataFull: 'The metadata mapping holds no more of these.',
} as const
