import type { attachments } from '#contract/vault/attachments.ts'
import type { Handlers } from '#server/access/handler.ts'
import { removeAttachment, restoreAttachment } from './change.ts'
import { readAttachment } from './read.ts'
import { addAttachment, type UploadDeps } from './upload.ts'

export const attachmentHandlers = (deps: UploadDeps): Handlers<typeof attachments> => ({
  add: (request) => addAttachment(deps, request),
  read: (request) => readAttachment(deps, request),
  remove: (request) => removeAttachment(deps, request),
  restore: (request) => restoreAttachment(deps, request),
})
