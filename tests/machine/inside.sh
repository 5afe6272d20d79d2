#!/bin/sh
# inside.sh ROOT USER COMMAND...: run a command in another Debian's root, in this folder, as this
# user, with this machine's network, certificates and settings of pip.
#
# It runs below `unshare --mount`: what it mounts is seen by nobody else and goes when it ends.
set -eu
root=$1 user=$2
shift 2
here=$(pwd)

mount --rbind /dev "$root/dev"
mount --rbind /sys "$root/sys"
mount -t proc proc "$root/proc"
mkdir -p "$root$here"
mount --bind "$here" "$root$here"

mkdir -p "$root$HOME"
chown "$user" "$root$HOME"
cp -L /etc/resolv.conf /etc/hosts "$root/etc/"
for file in /etc/ssl/certs/ca-certificates.crt /etc/pip.conf; do
    if [ -f "$file" ]; then cp -L "$file" "$root$file"; fi
done
for folder in "$HOME/.cache/pip" "$HOME/.config/pip"; do
    if [ -d "$folder" ]; then
        mkdir -p "$root$folder"
        mount --bind "$folder" "$root$folder"
    fi
done

# PostgreSQL and Mosquitto want the user to have a name.
grep -q "^$user:" "$root/etc/passwd" || getent passwd "$user" >>"$root/etc/passwd"
exec chroot --userspec="$user:" "$root" sh -c 'cd "$0" && exec "$@"' "$here" "$@"
