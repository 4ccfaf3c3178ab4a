import { truncateText } from '#/messages/inserted-text.ts'
import { titleMaxLength } from '#/slices/appointment-facts/appointment-facts.ts'

/** What an appointment is called: by its own title, else the name of its type, else the holder's, shortened to a title. */
export function titleOf(title: string | null, typeName: string | null, holderName: string): string {
  return title ?? typeName ?? truncateText(holderName, titleMaxLength)
}
