#!/bin/sh
# Install Lunka as a service: program, user, settings, unit, udev rule. May be run again at any time:
# settings and games are kept, the program is renewed. What is missing is told before anything is
# changed, and a new program takes the old one's place only when it is whole and has been tried.
#
#   sudo systemd/install.sh [--extra pi|pi5|spi|serial|sheets|hub]... [--board PROFILE] [--simulated]
#                           [--wheels DIR] [--root DIR] [--model PI] [--boot-config] [--no-start]
#
# --root installs below DIR without touching the running system: into the root of another machine, such
# as an image, if DIR has a Python of its own, else bare files. --model says for which Pi. --boot-config
# also puts what the board's pixels need into the Pi's config.txt.
set -eu
umask 022 # the service's user reads what root writes here

here=$(cd "$(dirname "$0")/.." && pwd)
root= extras= board=kalah-load simulated=false wheels= start=yes model=
given_board=no boot_config=no

say() { printf 'lunka: %s\n' "$*"; }
fail() { printf 'lunka: %s\n' "$*" >&2; exit 1; }
need() { [ $# -ge 2 ] || fail "$1 needs a value; the first lines of $0 show how it is used"; }

while [ $# -gt 0 ]; do
    case $1 in
        --root) need "$@"; root=$(mkdir -p "$2" && cd "$2" && pwd); shift 2 ;;
        --extra)
            need "$@"
            case $2 in
                pi | pi5 | spi | serial | sheets | hub) extras="$extras $2" ;;
                *) fail "there is no extra '$2'; allowed are pi, pi5, spi, serial, sheets and hub" ;;
            esac
            shift 2 ;;
        --board) need "$@"; board=$2 given_board=yes; shift 2 ;;
        --simulated) simulated=true; shift ;;
        --wheels)
            need "$@"
            wheels=$(cd "$2" 2>/dev/null && pwd) || fail "the folder $2 cannot be read"
            shift 2 ;;
        --model) need "$@"; model=$2; shift 2 ;;
        --boot-config) boot_config=yes; shift ;;
        --no-start) start=no; shift ;;
        *) fail "unknown option '$1'; the first lines of $0 show how it is used" ;;
    esac
done
asked_for() { case " $extras " in *" $1 "*) return 0 ;; *) return 1 ;; esac; }
if asked_for pi && asked_for pi5; then
    fail "the extras pi and pi5 exclude each other: RPi.GPIO and rpi-lgpio own the same module"
fi
[ "$root" = / ] && root=
[ -n "$root" ] || [ "$(id -u)" = 0 ] || fail "installing needs root; run it with sudo"
[ -z "$root" ] || start=no

prefix=/usr/local/lib/lunka
home=$root$prefix

need_python() {
    python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
        fail "Lunka needs Python 3.11 or newer; this is $(python3 --version)"
}

# Where the index has no wheel pip compiles; compilers and headers are looked for here.
need_tools() {
    # shellcheck disable=SC2086
    missing=$(python3 "$here/systemd/tools.py" ${wheels:+--wheels "$wheels"} run $extras) || exit 1
    [ -z "$missing" ] || fail "this machine lacks what the packages are built with; nothing was" \
        "changed. First: sudo apt install $missing"
}

need_wheels() {
    [ -n "$wheels" ] || return 0
    for wheel in "$wheels"/lunka-*.whl; do [ ! -e "$wheel" ] || return 0; done
    fail "there is no lunka-*.whl in $wheels; nothing was changed." \
        "Build it with: make .venv/.run-ready && .venv/bin/pip wheel --no-deps --no-build-isolation . -w $wheels"
}

# What new settings need is looked for before anything is changed.
find_board() {
    beside=
    [ ! -e "$root/etc/lunka/table.toml" ] || return 0
    case $board in
        *.toml) beside=$(python3 "$here/systemd/board_files.py" "$board") || exit 1 ;;
        *) [ -f "$here/hardware/profiles/$board.toml" ] || fail "there is no profile '$board';" \
            "give a .toml file or one of:" $(cd "$here/hardware/profiles" && ls | sed 's/\.toml$//') ;;
    esac
}

# From Bookworm on the firmware's files lie in a folder of their own; an older config.txt may be left.
find_boot_file() {
    boot_file=/boot/firmware/config.txt
    [ -e "$root$boot_file" ] || [ ! -e "$root/boot/config.txt" ] || boot_file=/boot/config.txt
    [ $boot_config = no ] || [ -f "$root$boot_file" ] || fail "--boot-config is for a Raspberry Pi:" \
        "there is no $root$boot_file; nothing was changed. Leave the option out"
}

make_user() {
    [ -z "$root" ] || return 0
    for group in gpio spi dialout; do
        getent group "$group" >/dev/null || groupadd --system "$group"
    done
    make_one lunka "Lunka table"
    ! asked_for hub || make_one lunka-hub "Lunka hub"
}

make_one() {
    getent group "$1" >/dev/null || groupadd --system "$1"
    getent passwd "$1" >/dev/null || useradd --system --gid "$1" --home-dir "/var/lib/$1" \
        --no-create-home --shell /usr/sbin/nologin --comment "$2" "$1"
}

# The root of another machine may even need another processor: this script runs again inside it, with
# that root's Python, users and groups.
install_inside() {
    place=$(mktemp -d "$root/var/tmp/lunka.XXXXXX")
    trap 'rm -rf "$place"' EXIT
    trap 'exit 1' HUP INT TERM
    tar -C "$here" --exclude-vcs --exclude=./.venv --exclude=./build --exclude=./tests -cf - . |
        tar -C "$place" -xf -
    inner=${place#"$root"}
    set -- --no-start --model "$model"
    for extra in $extras; do set -- "$@" --extra "$extra"; done
    [ $simulated = false ] || set -- "$@" --simulated
    [ $boot_config = no ] || set -- "$@" --boot-config
    [ -z "$wheels" ] || { cp -r "$wheels" "$place/wheels"; set -- "$@" --wheels "$inner/wheels"; }
    case $given_board:$board in
        no:*) ;;
        *.toml) take_board; set -- "$@" --board "$inner/board/board.toml" ;;
        *) set -- "$@" --board "$board" ;;
    esac
    chroot "$root" "$inner/systemd/install.sh" "$@"
}

take_board() {
    install -D -m 644 "$board" "$place/board/board.toml"
    printf '%s\n' "$beside" | while IFS= read -r file; do
        [ -z "$file" ] || install -D -m 644 "$(dirname "$board")/$file" "$place/board/$file"
    done || fail "the board's calibration cannot be copied"
}

# Programs lie side by side, as venv.1, venv.2 and so on; `venv` is a link to the one that runs. A
# virtual environment remembers its own path, so each is built where it will stay.
take_place() {
    mkdir -p "$home"
    exec 9>"$home/.installing"
    flock -n 9 || fail "another installation is going on here; wait for it"
    remove_others
    number=1
    while [ -e "$home/venv.$number" ]; do number=$((number + 1)); done
    new=venv.$number
    trap clear_away EXIT
    trap 'exit 1' HUP INT TERM
}

clear_away() { [ "$(running)" = "$new" ] || rm -rf "${home:?}/$new"; }
running() { readlink "$home/venv" || true; }

# What an earlier run left half done, and programs that nobody runs any more.
remove_others() {
    for other in "$home"/venv.*; do
        [ -d "$other" ] && [ "${other##*/}" != "$(running)" ] || continue
        grep -qsF "$other/" /proc/[0-9]*/maps || rm -rf "$other"
    done
}

build() {
    python3 -m venv "$home/$new" || fail "the virtual environment cannot be made; see above"
    # Where lgpio has no wheel (Python 3.13) this makes it compile its own C library in.
    export PYPI=1
    pip="$home/$new/bin/python -m pip --disable-pip-version-check --quiet install"
    [ -z "$wheels" ] || pip="$pip --no-index --find-links $wheels"
    for list in run $extras; do
        # shellcheck disable=SC2086
        $pip --require-hashes -r "$here/requirements/$list.txt" ||
            fail "the packages in requirements/$list.txt cannot be installed; see above. $kept"
    done
    # shellcheck disable=SC2086
    if [ -n "$wheels" ]; then $pip --no-deps --ignore-installed lunka; else build_lunka; fi ||
        fail "Lunka itself cannot be installed; see above. $kept"
    # The engine for Kalah looks further ahead where there is a compiler; no table needs it.
    (cd / && PYTHONPATH= "$home/$new/bin/python" -m controller.engines.kalah.compiled) || true
    mkdir -p "$home/$new/share/doc" && cp -r "$here/docs" "$home/$new/share/doc/lunka" ||
        fail "the documents cannot be copied. $kept"
}

# What builds Lunka's own wheel runs as root, so it comes by its hashes like everything else: pip would
# fetch it anew otherwise, from whoever answers.
build_lunka() {
    $pip --require-hashes -r "$here/requirements/build.txt" && $pip --no-deps --no-build-isolation "$here"
}

prove() {
    # shellcheck disable=SC2086
    PYTHONPATH= "$home/$new/bin/lunka" --version >/dev/null &&
        PYTHONPATH= "$home/$new/bin/python" "$here/systemd/prove.py" run $extras ||
        fail "the new program does not work; see above. $kept"
}

# Below a root the program is made for use inside that root.
settle() {
    [ -z "$root" ] || sed -i "s|$home|$prefix|g" \
        "$home/$new/pyvenv.cfg" $(grep -Il "$home" "$home/$new"/bin/*)
}

# The old program answers until the last step, the new one from then on; there is nothing between.
swap() {
    # Programs of the first kind stood in `venv` itself.
    [ -L "$home/venv" ] || [ ! -d "$home/venv" ] ||
        { mv "$home/venv" "$home/venv.0" && ln -s venv.0 "$home/venv"; }
    [ -L "$home/docs" ] || rm -rf "$home/docs"
    ln -sfn venv/share/doc/lunka "$home/docs"
    mkdir -p "$root/usr/local/bin"
    ln -sfn "$prefix/venv/bin/lunka" "$root/usr/local/bin/lunka"
    ln -sfn "$new" "$home/venv.next"
    sync -f "$home"
    before=$(running)
    mv -T "$home/venv.next" "$home/venv"
}

# A file that is there already is kept beside the new one, as NAME.~1~.
put() {
    install -D -m 644 --backup=numbered "$1" "$root/etc/lunka/$2" || fail "$1 cannot be copied"
    say "copied $1 to /etc/lunka/$2"
}

install_settings() {
    mkdir -p "$root/etc/lunka"
    if [ -e "$root/etc/lunka/table.toml" ]; then
        say "kept /etc/lunka/table.toml as it is"
        return 0
    fi
    case $board in
        *.toml)
            put "$board" board.toml
            printf '%s\n' "$beside" | while IFS= read -r file; do
                [ -z "$file" ] || put "$(dirname "$board")/$file" "$file"
            done || exit 1
            board=board.toml ;;
    esac
    cat >"$root/etc/lunka/table.toml.new" <<END
# The settings of this table; every key is explained in $prefix/docs/config.md.
[board]
profile = "$board"
simulated = $simulated

[page]
host = "0.0.0.0"
port = 8765
END
    mv "$root/etc/lunka/table.toml.new" "$root/etc/lunka/table.toml"
    say "wrote /etc/lunka/table.toml"
}

# What the board may touch is told by the new program before it takes the old one's place.
tell_devices() {
    devices=$(PYTHONPATH= "$home/$new/bin/python" -m controller board unit \
        --config "$root/etc/lunka/table.toml" ${model:+--model "$model"}) ||
        fail "the board's devices cannot be told; put /etc/lunka right and run this again. $kept"
}

board_boot() {
    PYTHONPATH= "$home/$new/bin/python" -m controller board boot \
        --config "$root/etc/lunka/table.toml" "$@"
}

# What pixels by SPI need of the firmware: changed only where it was asked for, else told.
prepare_boot() {
    if [ $boot_config = yes ]; then
        changed=$(board_boot --write "$root$boot_file") || fail "put it right and run this again. $kept"
        say "$changed"
        return 0
    fi
    lines=$(board_boot) || fail "what the board needs in config.txt cannot be told. $kept"
    case $lines in
        *dtparam=* | *dtoverlay=*) say "the board's pixels need SPI and a held core clock. Unless" \
            "$boot_file has them: sudo lunka board boot --config /etc/lunka/table.toml --write" \
            "$boot_file (or run this again with --boot-config), then restart" ;;
    esac
}

unit=$root/etc/systemd/system/lunka.service
backup=$root/etc/systemd/system/lunka-backup
hub=$root/etc/systemd/system/lunka-hub.service
rules=$root/etc/udev/rules.d/60-lunka.rules

# Laid beside the old files, so that nothing can fail any more when the program changes.
lay_unit() {
    renewed=no
    [ ! -e "$backup.timer" ] || renewed=yes
    mkdir -p "$unit.d" "${rules%/*}"
    install -m 644 "$here/systemd/lunka.service" "$unit.new"
    install -m 644 "$here/systemd/60-lunka.rules" "$rules.new"
    for kind in service timer; do
        install -m 644 "$here/systemd/lunka-backup.$kind" "$backup.$kind.new"
    done
    printf '%s\n' "$devices" >"$unit.d/board.conf.new"
    ! asked_for hub || install -m 644 "$here/systemd/lunka-hub.service" "$hub.new"
}

install_unit() {
    for file in "$unit" "$rules" "$unit.d/board.conf" "$backup.service" "$backup.timer"; do
        mv "$file.new" "$file"
    done
    ! asked_for hub || mv "$hub.new" "$hub"
}

# Before, a hub had the table's user: one that runs is stopped while its files change hands.
hand_over() {
    hub_runs=no
    [ -z "$root" ] && asked_for hub || return 0
    if [ -d /run/systemd/system ] && systemctl --quiet is-active lunka-hub.service; then
        hub_runs=yes
        [ "$start" = yes ] || { say "the hub still runs as before; run this again without --no-start"; return 0; }
        systemctl stop lunka-hub.service
    fi
    python3 "$here/systemd/hub_files.py" / lunka lunka-hub ||
        say "put it right and run this again: the hub cannot read its files yet"
}

# What `systemctl enable` does, also where no systemd runs.
enable() {
    timers=${unit%/*}/timers.target.wants
    mkdir -p "${unit%/*}/multi-user.target.wants" "$timers"
    ln -sfn ../lunka.service "${unit%/*}/multi-user.target.wants/lunka.service"
    # Whoever has masked or disabled the timer since is not overruled.
    [ "$renewed" = yes ] || ln -sfn ../lunka-backup.timer "$timers/lunka-backup.timer"
}

begin() {
    [ -z "$root" ] || return 0
    [ -d /run/systemd/system ] || { say "systemd does not run here; nothing is started"; return 0; }
    udevadm control --reload || true
    udevadm trigger --subsystem-match=tty --subsystem-match=gpio --subsystem-match=spidev || true
    systemctl daemon-reload
    if [ "$start" = yes ]; then
        systemctl restart lunka.service || fail "it does not start; see: journalctl -u lunka -n 50" \
            ${before:+"(the program before it: ln -sfn $before $prefix/venv)"}
        say "running; systemctl status lunka"
        [ "$renewed" = yes ] || systemctl start lunka-backup.timer
        [ "$hub_runs" = no ] || systemctl start lunka-hub.service ||
            fail "the hub does not start; see: journalctl -u lunka-hub -n 50"
    fi
}

[ "$given_board" = no ] || [ ! -e "$root/etc/lunka/table.toml" ] ||
    say "--board is only used for new settings; to change the board edit /etc/lunka/table.toml"
kept="The program that was there before, if any, is as it was."
if [ -n "$root" ] && [ -z "$model" ]; then
    model="Raspberry Pi 4 Model B"
    say "what the board may touch is told for a $model; --model names another"
fi
find_board
find_boot_file
if [ -e "$root/usr/bin/python3" ] && [ -n "$root" ]; then
    install_inside
    exit 0
fi
need_python
need_wheels
need_tools
take_place
build
prove
install_settings
tell_devices
prepare_boot
settle
make_user
lay_unit
swap
install_unit
hand_over
enable
begin
remove_others
say "installed. The key for the page: $root/var/lib/lunka/key (made at the first start)"
