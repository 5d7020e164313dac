/** What adding an investor sets in motion, said before it happens. */
export function Consequences({ linked }: { linked: boolean }) {
  const facts = linked
    ? [
        ['Investor', 'is created, with $0 invested'],
        ['Sign-in account', 'stays as it is and is linked'],
        ['Invitation', 'is not sent'],
      ]
    : [
        ['Investor', 'is created, with $0 invested'],
        ['Sign-in account', 'is created with it, in the role investor'],
        ['Invitation', 'goes to the email above, valid for 7 days'],
      ]
  return (
    <section className="col-span-full grid gap-1 rounded-control bg-surface-2 px-3.5 py-3 text-xs">
      <h3 className="font-[580]">What this does</h3>
      <dl className="grid gap-0.75">
        {facts.map(([what, happens]) => (
          <div key={what} className="flex justify-between gap-4">
            <dt className="text-muted">{what}</dt>
            <dd className="text-end">{happens}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
