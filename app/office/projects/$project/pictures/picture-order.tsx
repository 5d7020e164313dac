import type { DragEvent, FormEvent } from 'react'
import { Form } from 'react-router'
import type { ShownPicture } from '../../../../domain/projects/picture.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Icon, type IconName } from '../../../../ui/icon.tsx'
import { iconButtonClass } from '../../../../ui/icon-button.tsx'
import { DialogLink } from '../../../../ui/layout/dialog-link.tsx'
import { Picture } from '../../../../ui/picture.tsx'
import { counted } from '../../../../values/counted.ts'
import { useMaySend } from '../../../parts/use-access.ts'

type Moves = {
  pictures: ShownPicture[]
  held: string | null
  hold: (pictureId: string | null) => void
  drop: (place: number) => void
  move: (pictureId: string, place: number) => void
}

/** Sorted by drag and drop, or by buttons, which also work without JavaScript. */
export function PictureOrder({ pictures, held, hold, drop, move }: Moves) {
  const isAllowed = useMaySend()
  return (
    <>
      <ol className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,15.5rem),1fr))] gap-3">
        {pictures.map((picture, index) => (
          <li
            key={picture.id}
            draggable={isAllowed}
            onDragStart={(event: DragEvent) => {
              event.dataTransfer.effectAllowed = 'move'
              hold(picture.id)
            }}
            onDragEnd={() => hold(null)}
            onDragOver={(event: DragEvent) => held !== null && event.preventDefault()}
            onDrop={(event: DragEvent) => {
              event.preventDefault()
              drop(index + 1)
            }}
            className={`relative min-w-0 rounded-card border bg-surface ${held === picture.id ? '-rotate-1 border-primary shadow-card' : 'border-line'}`}
          >
            <Picture
              source={picture}
              alt={picture.alt}
              sizes="(width >= 48rem) 20rem, 92vw"
              className="aspect-3/2 w-full rounded-t-[calc(var(--radius-card)-1px)] object-cover"
            />
            {index === 0 && (
              <div className="absolute top-2 left-2">
                <Badge tone="green" onPhoto>
                  Cover
                </Badge>
              </div>
            )}
            <Bar picture={picture} place={index + 1} count={pictures.length} move={move} />
          </li>
        ))}
      </ol>
      <p className="sr-only" role="status">
        {`${counted(pictures.length, 'picture')}. The cover is: ${pictures[0]?.alt ?? ''}`}
      </p>
    </>
  )
}

type BarProps = { picture: ShownPicture; place: number; count: number; move: Moves['move'] }

function Bar({ picture, place, count, move }: BarProps) {
  const { id, alt } = picture
  const isAllowed = useMaySend()
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    if (submitter instanceof HTMLButtonElement) move(id, Number(submitter.value))
  }
  return (
    <div className="flex items-center py-1 max-[19em]:flex-wrap ps-3 pe-1.5">
      <span className="num text-xs font-[560]" title={alt}>
        {place}
      </span>
      <Icon
        name="drag"
        size="small"
        className={`ms-1 me-auto text-muted max-md:invisible ${isAllowed ? '' : 'invisible'}`}
      />
      {isAllowed && (
        <Form method="post" onSubmit={send} className="flex max-[19em]:flex-wrap">
          <input type="hidden" name="pictureId" value={id} />
          <MoveButton
            icon="chevron-left"
            label={`Move picture ${place} back`}
            to={place - 1}
            count={count}
          />
          <MoveButton
            icon="chevron-right"
            label={`Move picture ${place} forward`}
            to={place + 1}
            count={count}
          />
          {place > 1 && (
            <MoveButton
              icon="image"
              label={`Make picture ${place} the cover`}
              to={1}
              count={count}
            />
          )}
        </Form>
      )}
      <DialogLink
        to={`${id}/describe`}
        className={iconButtonClass()}
        aria-label={`Describe picture ${place}`}
        title="Describe"
      >
        <Icon name="edit" />
      </DialogLink>
      <DialogLink
        to={`${id}/remove`}
        className={iconButtonClass()}
        aria-label={`Remove picture ${place}`}
        title="Remove"
      >
        <Icon name="trash" />
      </DialogLink>
    </div>
  )
}

function MoveButton({
  icon,
  label,
  to,
  count,
}: {
  icon: IconName
  label: string
  to: number
  count: number
}) {
  return (
    <button
      type="submit"
      name="place"
      value={to}
      disabled={to < 1 || to > count}
      aria-label={label}
      title={label}
      className={iconButtonClass('disabled:opacity-35')}
    >
      <Icon name={icon} />
    </button>
  )
}
