import type pg from 'pg'

const described = `
  select f.storage_key as key, case when title is null then format('file "%s"', original_name)
      when earlier then format('earlier file "%s" of the document "%s"', original_name, title)
      else format('file "%s" of the document "%s"', original_name, title) end as what
    from app.stored_file f left join (
      select d.file_id, d.title, false as earlier from app.document d
      union all select e.file_id, d.title, true from app.earlier_file e join app.document d on d.id = e.document_id
    ) belongs on belongs.file_id = f.id
  union all
  select p.storage_key, format('preview of "%s"', original_name)
    from app.file_preview p join app.stored_file f on f.id = p.file_id
  union all
  select f.storage_key, concat(format('picture, %s wide as %s', f.width, f.format), ', of the project "' || name || '"')
    from app.picture_file f left join (
      select picture_id, project_id from app.project_picture
      union all select picture_id, u.project_id from app.project_update_picture join app.project_update u on u.id = update_id
    ) shown using (picture_id) left join app.project on project.id = shown.project_id`

/**
 * What these files are to the people who use them, behind their storage keys, so that somebody can tell whose file is
 * gone: `ab/… (file "agreement.pdf" of the document "Sale agreement")`. A key that nothing names stands alone.
 */
export async function describeFiles(
  client: pg.Client,
  keys: string[],
): Promise<Map<string, string>> {
  const { rows } = await client.query<{ key: string; what: string }>(
    `select key, what from (${described}) f where key = any ($1)`,
    [keys],
  )
  // Titles and names are what somebody typed: a terminal must not obey them.
  const what = new Map(rows.map((row) => [row.key, row.what.replace(/\p{Cc}/gu, '·')]))
  return new Map(keys.map((key) => [key, what.has(key) ? `${key} (${what.get(key)})` : key]))
}
